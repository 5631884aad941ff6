import type { HttpRequest, HttpResponse } from "../contract/http.ts";
import type { Problem } from "../contract/problem.ts";
import type { Deadline, Deadlines } from "../timing/deadlines.ts";
import { nextTick } from "../timing/next-tick.ts";
import type { Admitted } from "./admission.ts";
import { readableByPages } from "./cors.ts";
import { type Gate, isAlwaysAnswered } from "./overload.ts";
import { type FindPath, ownPath } from "./paths.ts";
import { problemResponse } from "./responses.ts";

type Answer = (request: HttpRequest) => Promise<HttpResponse>;

export interface RequestDeadlineOptions {
  /** Default: paths without a prefix, those of health among them. */
  readonly findPath?: FindPath | undefined;
  readonly deadlines: Deadlines;
  readonly newRequestId: () => string;
  readonly gate: Gate;
  /** Told of a request that got 503 although its own answer came later. What fails later says so itself. */
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
 * client is no trouble of ours. A request that there is no room for gets 503 at once, before its body is read: to read and
 * parse it would cost as much as half an answer. A body that came has room, or gets 503 as well.
 */
export function withRequestDeadline(answer: Answer, options: RequestDeadlineOptions): Answer {
  const { deadlines, newRequestId, gate, onTooLate } = options;
  const findPath = options.findPath ?? (({ target }) => ownPath(target, "", true));

  return (request) => {
    const refusal = gate.refuseEarly(request, request.clientAddress);
    return refusal === undefined ? answerAdmitted(request) : Promise.resolve(refusal);
  };

  function answerAdmitted(request: HttpRequest): Promise<HttpResponse> {
    return new Promise((resolve, reject) => {
      let admitted: Admitted | undefined;
      let deadline: Deadline | undefined;
      let missed: { readonly error: unknown; readonly requestId: string } | undefined;
      const miss = (error: unknown): void => {
        missed = { error, requestId: newRequestId() };
        resolve(unavailable(request, findPath(request), missed.requestId));
      };
      /** Whether there is room for one more. */
      const begin = (): boolean => {
        admitted = gate.admission.enter(request.clientAddress);
        if (admitted === undefined) {
          resolve(gate.refuse(request));
          return false;
        }
        deadline = deadlines.start(miss);
        return true;
      };
      const end = (): void => {
        if (admitted !== undefined) gate.admission.leave(admitted);
        if (deadline !== undefined) deadlines.end(deadline);
      };
      const timed = request.method === "POST" ? new PostRequest(request, begin) : request;
      if (timed === request && !isAlwaysAnswered(request, findPath) && !begin()) return;
      answer(timed).then(
        (response) => {
          end();
          if (missed !== undefined && response.status < 500) onTooLate(missed.error, missed.requestId);
          resolve(response);
        },
        (error: unknown) => {
          end();
          reject(error);
        },
      );
    });
  }
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
    // Answered already: nothing more is done with it, and what waits for this promise goes with it.
    if (!this.#begin()) return new Promise(() => {});
    await nextTick();
    return body;
  }
}

function unavailable({ method }: HttpRequest, path: string | undefined, requestId: string): HttpResponse {
  const response = problemResponse(tooLate, requestId);
  if (method === "HEAD") return { ...response, body: "" };
  return path?.startsWith("/api/v1/web/") ? readableByPages(response) : response;
}
