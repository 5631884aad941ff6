import type { HttpResponse } from "../contract/http.ts";
import { isProblem, type Problem } from "../contract/problem.ts";
import { followLink, openLink, type Redirect } from "../serving/click.ts";
import type { Services } from "../serving/services.ts";
import type { TrafficEvent } from "../traffic/traffic-event.ts";
import type { PipelineContext } from "./context.ts";
import { takeRates } from "./limit-rate.ts";
import { emptyResponse } from "./responses.ts";

/** The request of a link, and the keyed hash of its network. */
type Visit = Pick<TrafficEvent, "request" | "network">;
type Judging = Pick<PipelineContext, "judge" | "limiter">;

/** `GET|HEAD /api/v1/click/:id` (contract.md §4.5). */
export async function answerClick(
  id: string,
  visit: Visit,
  services: Services,
  context: Judging,
): Promise<HttpResponse | Problem> {
  const followed = await follow(id, visit, services, context);
  if (isProblem(followed)) return followed;
  return emptyResponse(302, {
    location: followed.location,
    "referrer-policy": "no-referrer",
    "x-robots-tag": "noindex",
  });
}

/** A link names its delivery, and the delivery names the visitor, the platform and the key that the click is judged by. */
async function follow(
  id: string,
  visit: Visit,
  services: Services,
  { judge, limiter }: Judging,
): Promise<Redirect | Problem> {
  const link = openLink(id, services);
  if (isProblem(link)) return link;
  const delivery = link.test ? undefined : await services.findDelivery(link.deliveryId);
  const { surface = "web", platformId = "", apiKeyId = "", userKey = "", issuedAt } = delivery ?? {};
  const ageMs = issuedAt === undefined ? undefined : services.clock() - issuedAt;
  const event: TrafficEvent = {
    kind: "click",
    caller: "link",
    surface,
    platformId,
    apiKeyId,
    userKey,
    ageMs,
    ...visit,
  };
  const judging = judge.begin(event, services.configuration);
  const { decisions } = await takeRates(limiter, [], judging.claims);
  return followLink(link, delivery, await judging.end(decisions), visit.network, services);
}
