import { QueueFull } from "../billing/batcher.ts";
import type { Problem } from "../contract/problem.ts";
import type { Deadline, Deadlines } from "../timing/deadlines.ts";
import { nextTurn } from "../timing/turns.ts";
import { readableByPages } from "./cors.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { type FindPath, ownPath } from "./paths.ts";
import { problemResponse } from "./responses.ts";

type Answer = (request: HttpRequest) => Promise<HttpResponse>;

export interface AnswerInTimeOptions {
  /** Default: paths without a prefix, those of health among them. */
  readonly findPath?: FindPath | undefined;
  readonly deadlines: Deadlines;
  readonly newRequestId: () => string;
  readonly maxUnderWay: number;
  /**
   * Told of a request that got 503 for want of room, or although its own answer came later. What fails later says so
   * itself.
   */
  readonly onTooLate: (error: unknown, requestId: string) => void;
}

const tooLate: Problem = {
  problem: "unavailable",
  detail: "The service cannot answer in time. Try again later; do not repeat an ad request.",
  headers: { "retry-after": "1" },
};

/**
 * Answers every request in time, whatever it waits for, and however many times: past the deadline it is answered 503
 * (contract.md §7) and its own answer is dropped. Time counts from the moment when the body has come, since a slow
 * client is no trouble of ours. From then on at most `maxUnderWay` requests are under way; more get 503 at once.
 */
export function answerInTime(answer: Answer, options: AnswerInTimeOptions): Answer {
  const { deadlines, newRequestId, onTooLate, maxUnderWay } = options;
  const findPath = options.findPath ?? (({ target }) => ownPath(target, "", true));
  let underWay = 0;

  return (request) =>
    new Promise((resolve) => {
      let deadline: Deadline | undefined;
      let missed: { readonly error: unknown; readonly requestId: string } | undefined;
      const miss = (error: unknown): void => {
        missed = { error, requestId: newRequestId() };
        resolve(unavailable(request, findPath(request), missed.requestId));
      };
      /** Whether there is room for one more. */
      const begin = (): boolean => {
        if (underWay >= maxUnderWay) {
          miss(new QueueFull("Too many requests are under way."));
          onTooLate(missed?.error, missed?.requestId ?? "");
          return false;
        }
        underWay += 1;
        deadline = deadlines.start(miss);
        return true;
      };
      const timed = request.method === "POST" ? new PostRequest(request, begin) : request;
      if (timed === request && findPath(request) !== "/livez" && !begin()) return;
      answer(timed).then((response) => {
        if (deadline !== undefined) {
          underWay -= 1;
          deadlines.end(deadline);
        }
        if (missed !== undefined && response.status < 500) onTooLate(missed.error, missed.requestId);
        resolve(response);
      });
    });
}

/** Tells when its body has come. */
class PostRequest implements HttpRequest {
  readonly method = "POST";
  readonly target: string;
  readonly clientAddress: string | undefined;
  readonly answersHealth: boolean | undefined;
  readonly #request: HttpRequest;
  readonly #begin: () => boolean;

  constructor(request: HttpRequest, begin: () => boolean) {
    this.target = request.target;
    this.clientAddress = request.clientAddress;
    this.answersHealth = request.answersHealth;
    this.#request = request;
    this.#begin = begin;
  }

  header(name: string): string | undefined {
    return this.#request.header(name);
  }

  async readBody(maxBytes: number): Promise<Uint8Array | "too_large"> {
    const body = await this.#request.readBody(maxBytes);
    await nextTurn();
    // Answered already: nothing more is done with it, and what waits for this promise goes with it.
    return this.#begin() ? body : new Promise(() => {});
  }
}

function unavailable({ method }: HttpRequest, path: string | undefined, requestId: string): HttpResponse {
  const response = problemResponse(tooLate, requestId);
  if (method === "HEAD") return { ...response, body: "" };
  return path?.startsWith("/api/v1/web/") ? readableByPages(response) : response;
}
