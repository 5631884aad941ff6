import * as v from "valibot";
import { noAdReasons } from "../selection/eligibility.ts";
import { explainRequest } from "../serving/explain-request.ts";
import type { Delivery } from "../storage.ts";
import { deliveryLifetimeMs } from "../timing/windows.ts";
import { invalidField, notFound } from "./problem.ts";
import { noBody, noQuery, type Route, route, type Work } from "./route.ts";

const instant = v.pipe(v.string(), v.isoTimestamp());
const base = { tag: "explain", roles: ["operator"], query: noQuery, body: noBody, status: 200 } as const;

/** Why this ad, why none: for operators only. */
export const explainRoutes: readonly Route[] = [
  route({
    ...base,
    method: "POST",
    path: "/explain",
    name: "explain-request",
    summary:
      "Why this ad, why none: what the question is about, the campaigns in the running with what they are worth, and the " +
      "reason for each that was passed over, as the serving instance sees it now.",
    body: explainRequest,
    answer: v.object({
      topics: v.array(v.looseObject({ topicId: v.string(), matched: v.boolean(), confidence: v.number() })),
      inTheRunning: v.array(v.looseObject({ campaignId: v.string(), relevance: v.number() })),
      passedOver: v.array(
        v.object({
          reason: v.picklist(noAdReasons),
          campaigns: v.number(),
          campaignIds: v.array(v.string()),
        }),
      ),
      notJudged: v.array(v.string()),
    }),
    example: { body: { platform_id: "pf_demo", context: { question: "Which coffee for espresso?" } } },
    run: async ({ body }, { register, explain }) => {
      if (!register.platforms.has(body.platform_id)) {
        return invalidField("platform_id", "Name a registered platform.");
      }
      if (explain === undefined) {
        return {
          problem: "not_configured",
          detail: "Give createManagement the handbill that serves: option handbill.",
        };
      }
      return { json: await explain(body) };
    },
  }),
  route({
    ...base,
    method: "GET",
    path: "/deliveries/:id",
    name: "read-delivery",
    summary: "The whole life of a delivery: what was issued and why, what happened, what was charged.",
    answer: v.object({
      id: v.string(),
      state: v.picklist(["issued", "seen", "expired"]),
      issuedAt: instant,
      expiresAt: instant,
      life: v.array(v.object({ at: instant, event: v.string(), detail: v.string() })),
    }),
    run: async ({ id }, work) => {
      // The store judges which of these texts is an id: its port promises `undefined` for any other.
      const [delivery] = /^[A-Za-z0-9_-]{22}$/.test(id) ? await work.store.findDeliveries([id]) : [];
      return delivery === undefined ? notFound : { json: lifeOf(delivery, work) };
    },
  }),
];

function lifeOf(delivery: Delivery, { register, clock }: Work): object {
  const { issuedAt, seenAt, clickedAt, chargedAt, presses, priceMicros, publisherMicros } = delivery;
  const expiresAt = issuedAt + deliveryLifetimeMs;
  const life: { at: number; event: string; detail: string }[] = [];
  const add = (at: number | undefined, event: string, detail: string): void => {
    if (at !== undefined) life.push({ at, event, detail });
  };
  const { campaignId, creativeVersionId, topicId } = delivery;
  const campaign = register.campaigns.get(campaignId)?.name ?? "a campaign that is gone";
  add(issuedAt, "issued", `${campaign}${topicId === undefined ? "" : `, for the topic ${topicId}`}`);
  add(seenAt, "seen", "");
  for (const { at, scene, button } of presses) add(at, "pressed", `scene ${scene + 1}, button ${button + 1}`);
  add(clickedAt, "clicked", "");
  add(chargedAt, "charged", `${priceMicros} micros, ${publisherMicros} of them the publisher's`);
  const isOver = seenAt === undefined && clock() > expiresAt;
  if (isOver) add(expiresAt, "expired", priceMicros > 0 ? "its hold was given back" : "");
  life.sort((a, b) => a.at - b.at);
  return {
    id: delivery.id,
    state: isOver ? "expired" : seenAt === undefined ? "issued" : "seen",
    surface: delivery.surface,
    platformId: delivery.platformId,
    placement: delivery.placement,
    language: delivery.language,
    format: delivery.format,
    campaignId,
    creativeVersionId,
    topicId: topicId ?? null,
    priceMicros,
    publisherMicros,
    day: delivery.day,
    issuedAt: iso(issuedAt),
    expiresAt: iso(expiresAt),
    life: life.map((one) => ({ ...one, at: iso(one.at) })),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
