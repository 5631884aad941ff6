import * as v from "valibot";
import type { Delivery } from "../storage.ts";
import { deliveryLifetimeMs } from "../timing/windows.ts";
import { notFound } from "./problem.ts";
import { noBody, noQuery, type Route, route, type Work } from "./route.ts";

const instant = v.pipe(v.string(), v.isoTimestamp());
const base = { tag: "explain", roles: ["operator"], query: noQuery, body: noBody, status: 200 } as const;

/** Why this ad, why none: for operators only. */
export const explainRoutes: readonly Route[] = [
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
