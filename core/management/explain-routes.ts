import { isApproved } from "../catalog/review.ts";
import { createMoneyFormat } from "../money-format.ts";
import { explainRequest, maxNamed } from "../serving/explain-request.ts";
import type { Delivery } from "../storage/delivery.ts";
import type { Charge } from "../storage/settlement-store.ts";
import { deliveryLifetimeMs } from "../timing/windows.ts";
import { deliveryLife } from "./delivery-shapes.ts";
import { requestContext, requestExplanation } from "./explain-shapes.ts";
import { invalidField, notFound } from "./problem.ts";
import { noBody, noQuery, type Route, type RouteContext, route } from "./route.ts";

const base = { tag: "explain", roles: ["operator"], query: noQuery, body: noBody, status: 200 } as const;

/** Explains ad decisions and deliveries. For operators only. */
export const explainRoutes: readonly Route[] = [
  route({
    ...base,
    method: "POST",
    path: "/explain",
    name: "explain-request",
    summary:
      "Explains an ad decision as the serving instance sees it now: the topics of the question, the eligible campaigns with their " +
      "expected value, and the reason for each campaign that is not eligible.",
    body: explainRequest,
    bodyShape: { title: "ExplainRequestBody", schema: explainRequest, fields: { context: requestContext } },
    answer: requestExplanation,
    example: { body: { platform_id: "pf_demo", context: { question: "Which coffee for espresso?" } } },
    run: async ({ body }, { view, explain, currency }) => {
      if (!view.platforms.has(body.platform_id)) {
        return invalidField("platform_id", "Send the id of a registered platform.");
      }
      if (explain === undefined) {
        return {
          problem: "not_configured",
          detail: "Pass the server to createManagement: option handbill.",
        };
      }
      const creativesInReview = [...view.creatives.values()]
        .filter((creative) => !isApproved(creative))
        .slice(0, maxNamed)
        .map(({ id }) => id);
      return { json: { ...(await explain(body)), creativesInReview, currency } };
    },
  }),
  route({
    ...base,
    method: "GET",
    path: "/deliveries/:id",
    name: "read-delivery",
    summary: "The history of a delivery: its issue, its events and its charge.",
    answer: deliveryLife,
    run: async ({ id }, context) => {
      // The store's port promises `undefined` for any text that is not an id.
      const [delivery] = /^[A-Za-z0-9_-]{22}$/.test(id) ? await context.store.findDeliveries([id]) : [];
      if (delivery === undefined) return notFound;
      const span = { from: 0, to: context.view.at + 1, limit: 1 };
      const [charge] = await context.store.listCharges({ ...span, deliveryIds: [id] });
      const [shown] = await context.store.readCreatives([delivery.creativeVersionId]);
      return { json: { ...lifeOf(delivery, charge, context), creative: shown?.creative ?? null } };
    },
  }),
];

function lifeOf(delivery: Delivery, charge: Charge | undefined, { view, currency }: RouteContext): object {
  const { issuedAt, seenAt, clickedAt, chargedAt, presses, priceMicros, publisherMicros } = delivery;
  const expiresAt = issuedAt + deliveryLifetimeMs;
  const life: { at: number; event: string; detail: string }[] = [];
  const add = (at: number | undefined, event: string, detail: string): void => {
    if (at !== undefined) life.push({ at, event, detail });
  };
  const { campaignId, creativeVersionId, topicId } = delivery;
  const campaign = view.campaigns.get(campaignId)?.name ?? "a removed campaign";
  add(issuedAt, "issued", `${campaign}${topicId === undefined ? "" : `, for the topic ${topicId}`}`);
  add(seenAt, "seen", "");
  for (const { at, scene, button } of presses) add(at, "pressed", `scene ${scene + 1}, button ${button + 1}`);
  add(clickedAt, "clicked", "");
  const { amount } = createMoneyFormat(currency);
  add(chargedAt, "charged", `${amount(priceMicros)}, of which the publisher gets ${amount(publisherMicros)}`);
  const isOver = seenAt === undefined && view.at > expiresAt;
  if (isOver) add(expiresAt, "expired", priceMicros > 0 ? "its hold was released" : "");
  life.sort((a, b) => a.at - b.at);
  return {
    id: delivery.id,
    state: isOver ? "expired" : seenAt === undefined ? "issued" : "seen",
    surface: delivery.surface,
    publisherId: delivery.publisherId,
    platformId: delivery.platformId,
    placement: delivery.placement,
    apiKeyId: delivery.apiKeyId,
    language: delivery.language,
    format: delivery.format,
    campaignId,
    advertiser: delivery.advertiser,
    creativeVersionId,
    topicId: topicId ?? null,
    currency,
    priceMicros,
    publisherMicros,
    adjustedMicros: charge?.adjustedMicros ?? 0,
    adjustedPublisherMicros: charge?.adjustedPublisherMicros ?? 0,
    mark: delivery.mark,
    network: delivery.network,
    day: delivery.day,
    issuedAt: iso(issuedAt),
    expiresAt: iso(expiresAt),
    life: life.map((one) => ({ ...one, at: iso(one.at) })),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
