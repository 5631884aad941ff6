import type { HttpRequest, HttpResponse } from "../../core/contract/http.ts";
import { consoleLog } from "../../core/log.ts";
import { createAccessLog, observeAnswers } from "../../core/pipeline/observe-answers.ts";
import { withRequestId } from "../../core/pipeline/responses.ts";
import { measureAnswers, type ObservationOptions } from "../../core/pipeline/serving-observer.ts";
import { toBase64Url } from "../../core/signing/base64url.ts";
import { systemRandom } from "../../core/signing/random.ts";

/** Answers a request for a page or a script that the server adds to the service. */
export type AnswerPage = (
  request: HttpRequest,
  answer: (requestId: string) => Promise<HttpResponse>,
) => Promise<HttpResponse>;

const requestIdBytes = 16;

/** Answers as the service does (contract.md §4): with a `Request-Id`, an access line and a measurement. */
export function createAnswerPage({
  accessLog,
  metrics,
}: Pick<ObservationOptions, "accessLog" | "metrics"> = {}): AnswerPage {
  const observer = observeAnswers({
    observers: [createAccessLog(accessLog, consoleLog), metrics && measureAnswers(metrics)],
    nameEndpoint: () => "page",
  });
  return (request, answer) => {
    const requestId = toBase64Url(systemRandom(requestIdBytes));
    const answerWithId = async () => withRequestId(await answer(requestId), () => requestId);
    return observer.around(answerWithId)(request);
  };
}
