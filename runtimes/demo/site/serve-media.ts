import type { HttpRequest, HttpResponse } from "../../../core/contract/http.ts";

/** A file of bytes, such as a video. */
export interface ServedMedia {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/**
 * A file for GET or HEAD, also a single range of it (RFC 9110 §14): Safari plays no video without. Several ranges, and ranges that it
 * cannot read, are answered with the whole file.
 */
export function serveMedia(request: HttpRequest, { type, bytes }: ServedMedia): HttpResponse {
  const headers = {
    "content-type": type,
    "cache-control": "public, max-age=300",
    "x-content-type-options": "nosniff",
    "accept-ranges": "bytes",
  };
  if (request.method !== "GET") return { status: 200, headers, body: "" };
  const range = readRange(request, bytes.length);
  if (range === undefined) return { status: 200, headers, body: "", bytes };
  const { from, to } = range;
  if (from >= to)
    return { status: 416, headers: { ...headers, "content-range": `bytes */${bytes.length}` }, body: "" };
  return {
    status: 206,
    headers: { ...headers, "content-range": `bytes ${from}-${to - 1}/${bytes.length}` },
    body: "",
    bytes: bytes.slice(from, to),
  };
}

interface Range {
  readonly from: number;
  /** Behind the last byte. Not above `from`: there is no such byte. */
  readonly to: number;
}

/** `undefined`: the whole file. The file has no validator, so no `If-Range` names its current version. */
function readRange(request: HttpRequest, length: number): Range | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/i.exec(request.header("range")?.trim() ?? "") ?? [];
  if (request.header("if-range") !== undefined || (first === "" && last === "")) return undefined;
  if (first === "") return { from: Math.max(0, length - Number(last)), to: length };
  if (last !== "" && Number(last) < Number(first)) return undefined;
  return { from: Number(first), to: last === "" ? length : Math.min(length, Number(last) + 1) };
}
