import { isbot } from "isbot";
import type { HttpRequest, HttpResponse } from "../contract/http.ts";
import { isProblem, type Problem } from "../contract/problem.ts";
import { click, type Uncounted } from "../serving/click.ts";
import type { Services } from "../serving/services.ts";
import { emptyResponse } from "./responses.ts";

/** `GET|HEAD /api/v1/click/:id` (contract.md §4.5). */
export async function answerClick(
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

/** The first reason that applies, in the order of {@link Uncounted}. */
function reasonNotToCount(request: HttpRequest): Uncounted | undefined {
  if (request.method === "HEAD") return "head";
  const purposes = ["sec-purpose", "purpose", "x-purpose", "x-moz"].map((name) => request.header(name) ?? "");
  if (purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose))) return "prefetch";
  const agent = request.header("user-agent") ?? "";
  if (!/[a-z0-9]/i.test(agent)) return "no_user_agent";
  if (httpLibrary.test(agent)) return "http_library";
  if (isbot(agent)) return "bot";
  return isNavigation(request) ? undefined : "no_navigation";
}

/**
 * HTTP libraries that isbot 5.2.3 takes for browsers when the name of an application or a device stands beside theirs. An
 * in-app browser names its engine instead; some append the name of the system's own library, so Dalvik counts only at the
 * beginning.
 */
const httpLibrary =
  /(?<![\w-])(?:CFNetwork|Dart|Alamofire|Cronet|(?:Windows)?PowerShell)\/|^\s*(?:Dalvik|AppleCoreMedia)\//i;

/**
 * Whether a person may have opened a page by this request, as the browser marks it (Fetch Metadata, W3C). The header
 * values are tokens, which have one spelling. Plain http, Safari before 16.4 and several in-app browsers send none.
 */
function isNavigation(request: HttpRequest): boolean {
  const read = (name: string): string | undefined => request.header(name)?.trim();
  const [destination, mode] = [read("sec-fetch-dest"), read("sec-fetch-mode")];
  // A frame also navigates by itself.
  if (destination === "iframe" || destination === "frame") {
    return mode === "navigate" && read("sec-fetch-user") === "?1";
  }
  return (destination ?? "document") === "document" && (mode ?? "navigate") === "navigate";
}
