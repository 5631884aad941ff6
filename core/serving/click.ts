import { isbot } from "isbot";
import type { Problem } from "../contract/problem.ts";
import type { HttpRequest, HttpResponse } from "../pipeline/http.ts";
import { emptyResponse } from "../pipeline/responses.ts";
import { openClickId } from "../signing/click-id.ts";
import type { Delivery } from "../storage.ts";
import { landingUrl } from "./scenes.ts";
import type { Services } from "./services.ts";

const notFound: Problem = { problem: "not_found", detail: "This link is not one of ours, or too old." };

/** Whoever fetches a link ahead gets nothing to show, and comes back when the person really clicks. */
const notAhead: HttpResponse = emptyResponse(503, { "x-robots-tag": "noindex" });

/**
 * `GET|HEAD /api/v1/click/:id` (contract.md §4.5): redirects to the landing page that the store keeps, and counts the
 * first click of a person within the hour (§3.5). The target never comes from the URL.
 */
export async function click(
  id: string,
  request: HttpRequest,
  services: Services,
): Promise<HttpResponse | Problem> {
  const opened = openClickId(services.configuration.keyring, id);
  if (opened === undefined) return notFound;
  if (opened.test) return redirect(`${services.configuration.baseUrl}/api/v1/pages/test-ad`);
  const uncounted = reasonNotToCount(request);
  if (uncounted !== undefined) {
    services.counter.add({
      metric: "uncounted_click",
      reason: uncounted,
      platformId: "",
      placement: "",
      format: "",
      language: "",
    });
    if (uncounted === "prefetch") return notAhead;
  }
  const { deliveryId, scene, button } = opened;
  const delivery =
    uncounted === undefined
      ? await countClick(deliveryId, services)
      : await services.findDelivery(deliveryId);
  const version = delivery && (await services.findCreative(delivery.creativeVersionId));
  const target = version && landingUrl(version.creative, scene, button);
  return target === undefined ? notFound : redirect(target);
}

async function countClick(deliveryId: string, services: Services): Promise<Delivery | undefined> {
  const outcome = await services.record({ kind: "click", deliveryId });
  return outcome.outcome === "unknown" ? undefined : outcome.delivery;
}

function reasonNotToCount(request: HttpRequest): "head" | "prefetch" | "bot" | undefined {
  if (request.method === "HEAD") return "head";
  const purposes = ["sec-purpose", "purpose", "x-purpose", "x-moz"].map((name) => request.header(name) ?? "");
  if (purposes.some((purpose) => /prefetch|prerender|preview/i.test(purpose))) return "prefetch";
  return isbot(request.header("user-agent") ?? "") ? "bot" : undefined;
}

function redirect(location: string): HttpResponse {
  return emptyResponse(302, {
    location,
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
}
