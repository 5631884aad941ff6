import type { HttpResponse } from "../contract/http.ts";
import type { Problem } from "../contract/problem.ts";
import type { Deadlines } from "../timing/deadlines.ts";
import { problemResponse } from "./responses.ts";

export interface RequestDeadlineOptions {
  readonly deadlines: Deadlines;
  readonly newRequestId: () => string;
  /** Reports a request that got 503 although its own answer came later. A later failure is logged by itself. */
  readonly onTooLate: (error: unknown, requestId: string) => void;
}

const tooLate: Problem = {
  problem: "unavailable",
  detail: "The service cannot answer in time. Try again later; do not repeat an ad request.",
  headers: { "retry-after": "1" },
};

/**
 * Starts a request's own answer and returns it; past the deadline returns 503 (contract.md §7) and drops
 * the request's own answer. Calls `onEnd` when the own answer has come or failed,
 * dropped or not.
 */
export type WithRequestDeadline = (
  answer: () => Promise<HttpResponse>,
  onEnd: () => void,
) => Promise<HttpResponse>;

export function createRequestDeadline(options: RequestDeadlineOptions): WithRequestDeadline {
  const { deadlines, newRequestId, onTooLate } = options;
  return (answer, onEnd) =>
    new Promise((resolve, reject) => {
      let missed: { readonly error: unknown; readonly requestId: string } | undefined;
      const deadline = deadlines.start((error) => {
        missed = { error, requestId: newRequestId() };
        resolve(problemResponse(tooLate, missed.requestId, "deadline"));
      });
      const end = (): void => {
        onEnd();
        deadlines.end(deadline);
      };
      answer().then(
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
