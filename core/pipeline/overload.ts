import type { HttpRequest, HttpResponse } from "../contract/http.ts";
import type { Problem } from "../contract/problem.ts";
import { toBase64Url } from "../signing/base64url.ts";
import type { Random } from "../signing/random.ts";
import { QueueFull } from "../storage/batcher.ts";
import { type Admission, leastUnderWay } from "./admission.ts";
import { readableByPages } from "./cors.ts";
import type { FindPath } from "./paths.ts";
import { headersOnly, problemResponse } from "./responses.ts";

/** The first line of a request. */
export type RequestLine = Pick<HttpRequest, "method" | "target" | "answersHealth">;

/** Lets requests in as long as there is room, and answers the others 503. */
export interface Gate {
  readonly admission: Admission;
  /**
   * The refusal of a request for which there is no room, by its first line and the address of its peer. `undefined`: there is
   * room, and the body may be read. A request that has waited is refused as well while the server is busy, because its answer would
   * come too late.
   */
  readonly refuseEarly: (
    line: RequestLine,
    peer: string | undefined,
    hasWaited?: boolean,
  ) => HttpResponse | undefined;
  readonly refuse: (line: RequestLine) => HttpResponse;
}

export interface GateOptions {
  readonly admission: Admission;
  readonly random: Random;
  readonly findPath: FindPath;
  readonly onRefused: (error: unknown, requestId: string) => void;
}

const tooMany: Problem = {
  problem: "unavailable",
  detail: "The service has too many requests. Try again later; do not repeat an ad request.",
  headers: { "retry-after": "1" },
};

const idLength = 22;
const idBytes = 8;
const placeholder = "-".repeat(idLength);

/** One error for all refusals, because a stack for each would cost as much as the refusal. */
const noRoom = new QueueFull("Too many requests are under way.");

/**
 * Refusals happen under load, so everything but the id is made beforehand. An id is a random part, which differs between
 * processes, and a number.
 */
export function createGate({ admission, random, findPath, onRefused }: GateOptions): Gate {
  const plain = problemResponse(tooMany, placeholder, "overloaded");
  const readable = readableByPages(plain);
  const [before = "", after = ""] = plain.body.split(placeholder);
  let start: string | undefined;
  let number = 0;
  const refuse = (line: RequestLine): HttpResponse => {
    start ??= toBase64Url(random(idBytes));
    number += 1;
    const requestId = start + String(number).padStart(idLength - start.length, "0");
    onRefused(noRoom, requestId);
    const template = findPath(line)?.startsWith("/api/v1/web/") ? readable : plain;
    const headers = { ...template.headers, "request-id": requestId };
    const refusal = { ...template, headers, body: before + requestId + after };
    return line.method === "HEAD" ? headersOnly(refusal) : refusal;
  };
  return {
    admission,
    refuse,
    refuseEarly: (line, peer, hasWaited = false) => {
      const isTooLate = hasWaited && admission.underWay() >= leastUnderWay;
      if (admission.hasRoom(peer) && !isTooLate) return undefined;
      return line.method === "OPTIONS" || !servesAds(findPath(line)) ? undefined : refuse(line);
    },
  };
}

/** Whether a path serves ads and so carries the load: no path of the host and none of the management side does. */
function servesAds(path: string | undefined): boolean {
  return path !== undefined && adPaths.test(path);
}

const adPaths = /^\/api\/v1\/(?:web\/|click\/|ad$)/;
