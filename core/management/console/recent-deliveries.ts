import * as v from "valibot";
import type { Delivery } from "../../storage.ts";
import { wholeNumber } from "../page.ts";
import { noBody, type Route, route } from "../route.ts";

/** Of a store that tells what was issued lately. */
export interface RecentDeliveries {
  /** The newest first; of these platforms, or of all. */
  readRecentDeliveries(query: {
    readonly limit: number;
    readonly platformIds?: readonly string[] | undefined;
  }): Promise<readonly Delivery[]>;
}

const maxRecent = 200;

/** The live stream: operators see all deliveries, publishers those of their platforms, without campaigns and prices. */
export const listDeliveries: Route = route({
  method: "GET",
  path: "/deliveries",
  name: "list-deliveries",
  tag: "deliveries",
  summary: "The deliveries issued last, the newest first.",
  roles: ["operator", "publisher"],
  query: v.strictObject({ limit: v.optional(wholeNumber(1, maxRecent), "50") }),
  body: noBody,
  answer: v.object({ items: v.array(v.looseObject({ id: v.string(), issuedAt: v.string() })) }),
  status: 200,
  example: { query: { limit: "10" } },
  run: async ({ query }, { principal, register, store }) => {
    if (!tellsRecent(store)) return { json: { items: [] } };
    const platformIds =
      principal.role === "publisher"
        ? [...register.platforms.values()]
            .filter(({ publisherId }) => publisherId === principal.publisherId)
            .map(({ id }) => id)
        : undefined;
    if (platformIds?.length === 0) return { json: { items: [] } };
    const found = await store.readRecentDeliveries({ limit: query.limit, platformIds });
    const isOperator = principal.role === "operator";
    return { json: { items: found.map((delivery) => shown(delivery, isOperator)) } };
  },
});

function tellsRecent(store: object): store is RecentDeliveries {
  return "readRecentDeliveries" in store && typeof store.readRecentDeliveries === "function";
}

function shown(delivery: Delivery, isOperator: boolean): object {
  const { id, surface, platformId, placement, language, format, topicId } = delivery;
  const { issuedAt, seenAt, pressedAt, clickedAt, chargedAt } = delivery;
  const { campaignId, priceMicros, publisherMicros } = delivery;
  return {
    id,
    surface,
    platformId,
    placement,
    language,
    format,
    topicId: topicId ?? null,
    issuedAt: iso(issuedAt),
    seenAt: iso(seenAt),
    pressedAt: iso(pressedAt),
    clickedAt: iso(clickedAt),
    chargedAt: iso(chargedAt),
    earningsMicros: chargedAt === undefined ? 0 : publisherMicros,
    ...(isOperator && { campaignId, priceMicros }),
  };
}

function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
