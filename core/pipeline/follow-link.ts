import { isbot } from "isbot";
import { isProblem, type Problem } from "../contract/problem.ts";
import { click, type Uncounted } from "../serving/click.ts";
import type { Services } from "../serving/services.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { emptyResponse } from "./responses.ts";

/** `GET|HEAD /api/v1/click/:id` (contract.md §4.5). */
export async function followLink(
  id: string,
  request: HttpRequest,
  services: Services,
): Promise<HttpResponse | Problem> {
  const followed = await click(id, reasonNotToCount(request), services);
  if (isProblem(followed)) return followed;
  return emptyResponse(302, {
    location: followed.location,
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
}

function reasonNotToCount(request: HttpRequest): Uncounted | undefined {
  if (request.method === "HEAD") return "head";
  const purposes = ["sec-purpose", "purpose", "x-purpose", "x-moz"].map((name) => request.header(name) ?? "");
  if (purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose))) return "prefetch";
  return isbot(request.header("user-agent") ?? "") ? "bot" : undefined;
}
