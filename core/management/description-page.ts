import type { HttpRequest, HttpResponse } from "../contract/http.ts";
import { headersOnly } from "../pipeline/responses.ts";
import { describeApi } from "./openapi.ts";
import { managedBase } from "./paths.ts";
import { managementProblemResponse } from "./problem.ts";
import { routes } from "./routes.ts";

let described: string | undefined;

/** Answers the description of the API. Public: the described operations need a token. */
export function answerDescription({ method }: HttpRequest, requestId: string): HttpResponse {
  if (method !== "GET" && method !== "HEAD") {
    return managementProblemResponse(
      { problem: "method_not_allowed", detail: "Use GET, HEAD.", headers: { allow: "GET, HEAD" } },
      requestId,
    );
  }
  described ??= JSON.stringify(describeApi(routes, managedBase));
  const headers = {
    "content-type": "application/json",
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
  };
  const response = { status: 200, headers, body: described };
  return method === "HEAD" ? headersOnly(response) : response;
}
