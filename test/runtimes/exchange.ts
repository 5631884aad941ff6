import { type Agent, request } from "node:http";

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent with its length, or in chunks without one. */
  readonly body?: string | Uint8Array;
  readonly chunked?: boolean;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The connection had carried a request before. */
  readonly reusedSocket: boolean;
}

/**
 * One request over a socket, with nothing added but Host and framing. Redirects are not followed. Rejects with Node's error,
 * which has `reusedSocket` beside its `code`.
 */
export function exchange(url: string, sent: RawRequest, agent?: Agent): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const body = sent.body ?? "";
    const headers: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(sent.headers ?? {})) {
      headers[name] = typeof value === "string" ? value : [...value];
    }
    if (sent.chunked) headers["transfer-encoding"] = "chunked";
    else if (sent.body !== undefined) headers["content-length"] = String(Buffer.byteLength(body));
    const outgoing = request(`${url}${sent.path}`, { method: sent.method, headers, agent: agent ?? false });
    let answered = false;
    // A server may close while the rest of a body that it refused is still being sent.
    outgoing.on("error", (error) => {
      if (!answered) reject(Object.assign(error, { reusedSocket: outgoing.reusedSocket }));
    });
    outgoing.on("response", (incoming) => {
      answered = true;
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const flat = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: incoming.statusCode ?? 0,
          headers: Object.fromEntries(flat),
          body: Buffer.concat(chunks).toString("utf8"),
          reusedSocket: outgoing.reusedSocket,
        });
      });
    });
    outgoing.end(body);
  });
}
