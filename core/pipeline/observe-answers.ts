import type { HttpRequest, HttpResponse } from "../contract/http.ts";
import type { AnsweredRequest, Log } from "../log.ts";
import type { SpanDescription, Tracing } from "../metrics/tracing.ts";
import { type Stopwatch, systemStopwatch } from "../timing/deadlines.ts";
import type { Gate, RequestLine } from "./overload.ts";

type AnswerRequest = (request: HttpRequest) => Promise<HttpResponse>;

/** Wraps the functions that answer. Without an observer it returns them as they are, so that nothing costs. */
export interface AnswerObserver {
  readonly around: (answer: AnswerRequest) => AnswerRequest;
  readonly aroundRefusal: (refuse: Gate["refuseEarly"]) => Gate["refuseEarly"];
}

/** Called once for each answer. */
export type NoteAnswer = (answered: AnsweredRequest, requestId: string | undefined) => void;

export interface AnswerObserverOptions {
  readonly observers: readonly (NoteAnswer | undefined)[];
  readonly tracing?: Tracing | undefined;
  /** The name of the endpoint of a request, one of few. */
  readonly nameEndpoint: (line: RequestLine) => string;
  /** For tests. */
  readonly stopwatch?: Stopwatch | undefined;
}

const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"]);

export function observeAnswers({
  observers,
  tracing,
  nameEndpoint,
  stopwatch = systemStopwatch,
}: AnswerObserverOptions): AnswerObserver {
  const active = observers.filter((observer) => observer !== undefined);
  if (active.length === 0 && tracing === undefined)
    return { around: (answer) => answer, aroundRefusal: (refuse) => refuse };
  const note = (line: RequestLine, response: HttpResponse, startedAt: number): void => {
    const answered: AnsweredRequest = {
      method: methodOf(line),
      endpoint: nameEndpoint(line),
      status: response.status,
      reason: response.reason ?? "",
      durationMs: Math.round((stopwatch() - startedAt) * 1_000) / 1_000,
    };
    for (const observer of active) observer(answered, response.headers["request-id"]);
  };
  const traced = (request: HttpRequest, answer: AnswerRequest): Promise<HttpResponse> => {
    if (tracing === undefined) return answer(request);
    const endpoint = nameEndpoint(request);
    const span: SpanDescription<HttpResponse> = {
      name: `${methodOf(request)} ${endpoint}`,
      kind: "server",
      attributes: { "http.request.method": methodOf(request), "http.route": endpoint },
      header: (name) => request.header(name),
      resultAttributes: ({ status, reason = "" }) => ({
        "http.response.status_code": status,
        "handbill.reason": reason,
      }),
    };
    return tracing.inSpan(span, () => answer(request));
  };
  return {
    around: (answer) => async (request) => {
      const startedAt = stopwatch();
      const response = await traced(request, answer);
      note(request, response, startedAt);
      return response;
    },
    aroundRefusal:
      (refuse) =>
      (line, ...peer) => {
        const startedAt = stopwatch();
        const response = refuse(line, ...peer);
        if (response !== undefined) note(line, response, startedAt);
        return response;
      },
  };
}

function methodOf({ method }: RequestLine): string {
  return methods.has(method) ? method : "other";
}

/** Writes one line for each answer. `undefined` unless it is on. */
export function createAccessLog(isOn: boolean | undefined, log: Log): NoteAnswer | undefined {
  if (isOn !== true) return undefined;
  return (request, requestId) => {
    const { method, endpoint, status } = request;
    const message = `${method} ${endpoint} ${status}`;
    log({ level: "info", code: "access", message, requestId, request });
  };
}
