import * as v from "valibot";
import { anyText } from "../contract/text.ts";
import type { Delivery } from "../storage/delivery.ts";
import { recentDelivery } from "./delivery-shapes.ts";
import { wholeNumber } from "./page.ts";
import type { Principal } from "./principal.ts";
import { invalidField } from "./problem.ts";
import { currencyInAnswer, noBody, type Route, route } from "./route.ts";

const maxRecent = 200;

/**
 * Recent deliveries. Operators see all of them. Publishers see those of their platforms, without campaigns and prices.
 */
export const deliveryRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/deliveries",
    name: "list-deliveries",
    tag: "deliveries",
    summary: "The deliveries of the last hour, newest first.",
    roles: ["operator", "publisher"],
    query: v.strictObject({
      platform: v.optional(anyText),
      campaign: v.optional(v.pipe(anyText, v.description("Only for the operator."))),
      limit: v.optional(wholeNumber(1, maxRecent), "50"),
      mark: v.optional(
        v.pipe(anyText, v.description("Only for the operator; empty for deliveries without a mark.")),
      ),
    }),
    body: noBody,
    answer: v.strictObject({ items: v.array(recentDelivery), currency: currencyInAnswer }),
    status: 200,
    example: { query: { limit: "10" } },
    run: async ({ query }, { principal, store, currency }) => {
      const { limit, mark, platform, campaign } = query;
      for (const field of ["mark", "campaign"] as const) {
        if (query[field] !== undefined && principal.role !== "operator") {
          return invalidField(field, "Omit it: your role cannot filter by this.");
        }
      }
      const publisherIds = principal.role === "publisher" ? [principal.publisherId] : undefined;
      const marks = mark === undefined ? undefined : [mark];
      const platformIds = platform === undefined ? undefined : [platform];
      const campaignIds = campaign === undefined ? undefined : [campaign];
      const owners = { publisherIds, platformIds, campaignIds };
      const found = await store.readRecentDeliveries({ limit, marks, ...owners });
      return { json: { items: found.map((delivery) => shown(delivery, principal)), currency } };
    },
  }),
];

function shown(delivery: Delivery, { role }: Principal): object {
  const { id, surface, platformId, placement, apiKeyId, language, format, topicId } = delivery;
  const { issuedAt, seenAt, pressedAt, clickedAt, chargedAt } = delivery;
  const { publisherId, advertiser, campaignId, priceMicros, publisherMicros, mark, network } = delivery;
  return {
    id,
    surface,
    platformId,
    placement,
    apiKeyId,
    language,
    format,
    topicId: topicId ?? null,
    issuedAt: iso(issuedAt),
    seenAt: iso(seenAt),
    pressedAt: iso(pressedAt),
    clickedAt: iso(clickedAt),
    chargedAt: iso(chargedAt),
    earningsMicros: chargedAt === undefined ? 0 : publisherMicros,
    ...(role === "operator" && { publisherId, advertiser, campaignId, priceMicros, mark, network }),
  };
}

function iso(at: number | undefined): string | null {
  return at === undefined ? null : new Date(at).toISOString();
}
