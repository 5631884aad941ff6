import * as v from "valibot";
import type { HttpRequest, HttpResponse } from "../../../core/contract/http.ts";
import { isProblem, type Problem } from "../../../core/contract/problem.ts";
import type { Handbill } from "../../../core/handbill.ts";
import { parseBody, readBody } from "../../../core/pipeline/read-json.ts";
import { ok, problemResponse } from "../../../core/pipeline/responses.ts";
import { explainInWords } from "../../../core/serving/explain-in-words.ts";
import { explainRequest } from "../../../core/serving/explain-request.ts";
import type { DeliveryLog } from "./delivery-log.ts";

const question = v.strictObject({ request: explainRequest, delivery_id: v.optional(v.string()) });

export interface ExplainOptions {
  readonly explain: Handbill["explain"];
  readonly log: DeliveryLog;
  /** The platform of the demo, the only one whose requests are explained. */
  readonly platformId: string;
  readonly currency: string;
}

/**
 * `POST /demo/explain`: why a request of the demo got its ad. A page of another site cannot send it: JSON needs a preflight, and there
 * is no answer to one.
 */
export async function answerExplain(
  request: HttpRequest,
  requestId: string,
  options: ExplainOptions,
): Promise<HttpResponse> {
  const { explain, log, platformId, currency } = options;
  const bytes = await readBody(request);
  const sent = isProblem(bytes) ? bytes : parseBody(question, request, bytes);
  if (isProblem(sent)) return problemResponse(sent, requestId);
  if (sent.request.platform_id !== platformId) return problemResponse(otherPlatform, requestId);
  const winner = sent.delivery_id === undefined ? undefined : log.campaignOf(sent.delivery_id);
  const explanation = await explain(sent.request).catch(() => undefined);
  if (explanation === undefined) return problemResponse(away, requestId);
  return ok(explainInWords(explanation, { currency, winner, nameOf: log.nameOf }));
}

const away: Problem = { problem: "unavailable", detail: "The store does not answer. Try again." };

const otherPlatform: Problem = {
  problem: "invalid_request",
  detail: "The demo explains requests of its own platform only. The console explains all.",
};
