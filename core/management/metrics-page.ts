import type { HttpRequest, HttpResponse } from "../contract/http.ts";
import { prometheusType } from "../metrics/prometheus-text.ts";
import type { MetricsRegistry } from "../metrics/registry.ts";
import { headersOnly } from "../pipeline/responses.ts";
import { type CallOptions, notConfigured, type RouteResult, refuseUnknown } from "./call-route.ts";
import { authenticateToken, browserRefused } from "./principal.ts";
import type { ManagementProblem } from "./problem.ts";

type MetricsPageOptions = Pick<CallOptions, "settings" | "authorize" | "callLimits"> & {
  readonly text: MetricsRegistry["text"] | undefined;
};

const noMetrics: ManagementProblem = {
  problem: "not_found",
  detail: "Pass createMetrics() of handbill as the option metrics of createHandbill and createManagement.",
};
const operatorsOnly: ManagementProblem = {
  problem: "forbidden",
  detail: "Only these roles may call this: operator.",
};

/**
 * `GET /api/v1/manage/metrics`: the metrics of this instance for Prometheus. Tokens are checked without the store, so that metrics
 * can be read while it is away.
 */
export async function answerMetrics(request: HttpRequest, options: MetricsPageOptions): Promise<RouteResult> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return {
      problem: { problem: "method_not_allowed", detail: "Use GET, HEAD.", headers: { allow: "GET, HEAD" } },
    };
  }
  if (request.header("origin") !== undefined) return { problem: browserRefused };
  const settings = options.settings();
  if (!settings.ok) return { problem: notConfigured };
  const { operatorTokens } = settings.settings;
  const known = { operatorTokens, apiKey: () => undefined };
  const principal = (await options.authorize?.(request)) ?? authenticateToken(request, known, 0);
  if (principal === undefined) return { problem: await refuseUnknown(request, settings.settings, options) };
  if (principal.role !== "operator") return { problem: operatorsOnly };
  if (options.text === undefined) return { problem: noMetrics };
  const response: HttpResponse = {
    status: 200,
    headers: {
      "content-type": prometheusType,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
    body: await options.text(),
  };
  return { response: request.method === "HEAD" ? headersOnly(response) : response };
}
