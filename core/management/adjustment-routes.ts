import * as v from "valibot";
import { instant } from "../catalog/fields.ts";
import { anyText } from "../contract/text.ts";
import { createWriteOffId, planWriteOff, runWriteOff } from "../settlement/write-off.ts";
import type { ChargePlace } from "../settlement/write-off-sums.ts";
import { parseDeliveryId } from "../signing/delivery-id.ts";
import type { OwnerFilter } from "../storage/counts.ts";
import { adjustmentAnswer, shownAdjustment, writeOffAnswer, writeOffBody } from "./adjustment-shapes.ts";
import { pageEntries } from "./page.ts";
import { actorOf, type Principal } from "./principal.ts";
import { invalidField, type ManagementProblem } from "./problem.ts";
import { readWriteOff } from "./read-write-off.ts";
import { currencyInAnswer, noBody, noQuery, type Route, route } from "./route.ts";

const limits = { maxCharges: 5_000, maxMs: 5_000 } as const;
const wrongPlace = "Send `next` of the page before.";

/** Adjustments of charges. The operator writes charges off; the parties read theirs. */
export const adjustmentRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/adjustments",
    name: "write-off",
    tag: "adjustments",
    summary:
      "Takes the selected charges back, or with `plan` only computes the effect. A call handles about 5,000 charges: repeat it with " +
      "`operation`, `to` and `next` of its answer until `next` is null. An interrupted operation is repeated with its id, and a repeated id with another " +
      "reason, amount or selection is refused.",
    roles: ["operator"],
    query: noQuery,
    body: writeOffBody,
    answer: writeOffAnswer,
    status: 200,
    problems: ["exists"],
    example: { body: { plan: true, platformIds: ["pf_demo"] } },
    run: async ({ body }, { principal, store, view, clock, random, currency }) => {
      const read = readWriteOff(body, actorOf(principal), view.at, () => createWriteOffId(random));
      if ("problem" in read) return read;
      const after = body.after === undefined ? undefined : chargeAt(body.after);
      if (body.after !== undefined && after === undefined) return invalidField("after", wrongPlace);
      const call = body.plan ? planWriteOff : runWriteOff;
      const piece = await call(store, read, {
        ...limits,
        clock,
        after,
      });
      if ("conflict" in piece) return { problem: "exists", detail: piece.conflict };
      const { leftMicros, next, to, ...sums } = piece;
      if (body.micros !== undefined && piece.settled > 0) {
        return invalidField("micros", `Send at most ${leftMicros}, which is left of the charge.`);
      }
      return {
        json: {
          operation: read.operation,
          plan: body.plan,
          currency,
          to: new Date(to).toISOString(),
          ...sums,
          next: next === null ? null : `${next.chargedAt}-${next.deliveryId}`,
        },
      };
    },
  }),
  route({
    method: "GET",
    path: "/adjustments",
    name: "list-adjustments",
    tag: "adjustments",
    summary: "Adjustments, the oldest first. `after`: `next` of the previous page.",
    roles: ["operator", "publisher", "advertiser"],
    query: v.strictObject({
      ...pageEntries,
      from: v.optional(instant),
      to: v.optional(instant),
      publisher: v.optional(anyText),
      platform: v.optional(anyText),
      campaign: v.optional(anyText),
    }),
    body: noBody,
    answer: v.strictObject({
      currency: currencyInAnswer,
      items: v.array(adjustmentAnswer),
      next: v.nullable(v.string()),
    }),
    status: 200,
    example: { query: { limit: "10" } },
    run: async ({ query }, { principal, store, view, currency }) => {
      const after = query.after === undefined ? undefined : placeOf(query.after);
      if (query.after !== undefined && after === undefined) return invalidField("after", wrongPlace);
      const owners = ownersOf(query, principal);
      if ("problem" in owners) return owners;
      const { limit } = query;
      const from = query.from === undefined ? 0 : Date.parse(query.from);
      const to = query.to === undefined ? view.at + 1 : Date.parse(query.to);
      const found = await store.listAdjustments({ from, to, ...owners, after, limit });
      const last = found.length < limit ? undefined : found.at(-1);
      return {
        json: {
          currency,
          items: found.map((one) => shownAdjustment(one, principal.role)),
          next: last === undefined ? null : `${last.at}-${last.id}`,
        },
      };
    },
  }),
];

/** `undefined`: not a place of a list. */
function placeOf(text: string): { readonly at: number; readonly id: string } | undefined {
  const [, at, id] = /^(\d{1,15})-(.{1,128})$/s.exec(text) ?? [];
  return id === undefined ? undefined : { at: Number(at), id };
}

/** `undefined`: not the place of a charge. */
function chargeAt(text: string): ChargePlace | undefined {
  const place = placeOf(text);
  return place === undefined || parseDeliveryId(place.id) === undefined
    ? undefined
    : { chargedAt: place.at, deliveryId: place.id };
}

interface OwnerQuery {
  readonly publisher?: string | undefined;
  readonly platform?: string | undefined;
  readonly campaign?: string | undefined;
}

/** The owners whose adjustments are read: always the caller's own. */
function ownersOf(query: OwnerQuery, principal: Principal): OwnerFilter | ManagementProblem {
  const hidden = {
    operator: [],
    publisher: ["publisher", "campaign"],
    advertiser: ["publisher", "platform"],
  } as const;
  for (const name of hidden[principal.role]) {
    if (query[name] !== undefined) return invalidField(name, "Omit it: your role cannot filter by this.");
  }
  const { publisher, platform, campaign } = query;
  return {
    publisherIds: listOf(principal.role === "publisher" ? principal.publisherId : publisher),
    advertisers: listOf(principal.role === "advertiser" ? principal.advertiser : undefined),
    platformIds: listOf(platform),
    campaignIds: listOf(campaign),
  };
}

function listOf(id: string | undefined): readonly string[] | undefined {
  return id === undefined ? undefined : [id];
}
