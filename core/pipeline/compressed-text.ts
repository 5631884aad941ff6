import type { HttpRequest, HttpResponse } from "../contract/http.ts";
import { toBase64Url } from "../signing/base64url.ts";
import { sha256 } from "../signing/hash.ts";
import { type ContentCoding, chooseCoding } from "./accept-encoding.ts";
import { headersOnly } from "./responses.ts";

/** A text that is sent often and compressed once for each content coding. */
export interface CompressedText {
  /** A digest of the text, 16 letters of base64url. */
  readonly digest: string;
  /**
   * Answers a GET or HEAD in the coding that its Accept-Encoding prefers, with an ETag for each coding and 304 to a client
   * that has it. `headers` has the content type.
   */
  readonly answer: (request: HttpRequest, headers: Readonly<Record<string, string>>) => Promise<HttpResponse>;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** By the server's preference. Their names in CompressionStream. */
const formats: ReadonlyMap<ContentCoding, string> = new Map([
  ["br", "brotli"],
  ["gzip", "gzip"],
]);

export function createCompressedText(text: string): CompressedText {
  const digest = toBase64Url(sha256(new TextEncoder().encode(text)).subarray(0, 12));
  // Keeps results, not promises: on Cloudflare's workerd a request must not await a promise of another request.
  const made = new Map<ContentCoding, Bytes | "not available">();

  const inCoding = async (coding: ContentCoding): Promise<Bytes | undefined> => {
    const known = made.get(coding) ?? (await compress(text, formats.get(coding) ?? "")) ?? "not available";
    made.set(coding, known);
    return known === "not available" ? undefined : known;
  };
  /** The best coding that the runtime has too. */
  const choose = async (
    accepted: string | undefined,
  ): Promise<[ContentCoding | undefined, Bytes | undefined]> => {
    const offered = new Set(formats.keys());
    for (;;) {
      const coding = chooseCoding(accepted, [...offered]);
      if (coding === undefined) return [undefined, undefined];
      const bytes = await inCoding(coding);
      if (bytes !== undefined) return [coding, bytes];
      offered.delete(coding);
    }
  };
  return {
    digest,
    answer: async (request, headers): Promise<HttpResponse> => {
      const [coding, bytes] = await choose(request.header("accept-encoding"));
      const etag = coding === undefined ? `"${digest}"` : `"${digest}-${coding}"`;
      const all = { ...headers, vary: "accept-encoding", etag };
      if (isKnown(request, etag)) return { status: 304, headers: all, body: "" };
      const response = {
        status: 200,
        headers: coding === undefined ? all : { ...all, "content-encoding": coding },
        ...(bytes === undefined ? { body: text } : { body: "", bytes }),
      };
      return request.method === "HEAD" ? headersOnly(response) : response;
    },
  };
}

/**
 * Whether the client has this version. A proxy that compresses makes the name weak; names are compared weakly (RFC 9110
 * §13.1.2).
 */
export function isKnown(request: HttpRequest, etag: string): boolean {
  const known = (request.header("if-none-match") ?? "")
    .split(",")
    .map((tag) => tag.trim().replace(/^W\//, ""));
  return known.includes(etag) || known.includes("*");
}

/** `undefined` if the runtime lacks the format, or if the result is not smaller than the text. */
async function compress(text: string, format: string): Promise<Bytes | undefined> {
  const whole = new Blob([text]);
  const stream = compressionStream(format);
  if (stream === undefined) return undefined;
  const bytes = new Uint8Array(await new Response(whole.stream().pipeThrough(stream)).arrayBuffer());
  return bytes.length < whole.size ? bytes : undefined;
}

function compressionStream(format: string): ReadableWritablePair<Bytes, Bytes> | undefined {
  try {
    // Brotli: Node.js 24.7, Bun 1.3.3 and Deno 2.6 have it, and not all declarations of types.
    return new CompressionStream(format as CompressionFormat);
  } catch {
    return undefined;
  }
}
