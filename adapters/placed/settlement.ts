import { placeOfDelivery } from "../../core/signing/delivery-id.ts";
import type { AuditEntry } from "../../core/storage/audit-store.ts";
import type { ReportStore } from "../../core/storage/report-store.ts";
import { maxBatch } from "../../core/storage/serving-store.ts";
import type { Adjustment, AdjustmentOutcome, SettlementStore } from "../../core/storage/settlement-store.ts";
import { checkedBatch } from "../kit/batch.ts";
import type { Place } from "./place.ts";
import type { AskPlaces } from "./serving.ts";

type SettlementPart = Pick<SettlementStore, "listCharges" | "adjustCharges" | "listAdjustments"> &
  Pick<ReportStore, "listDeliveries">;

/** Options of the corrections. */
export interface PlacedSettlementOptions {
  /** Home first. */
  readonly all: readonly Place[];
  readonly ask: AskPlaces;
  /** Adds an entry to home's audit trail. */
  readonly note: (entry: AuditEntry) => Promise<void>;
}

interface Paged {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/**
 * Charges and adjustments lie at the place of their campaign. Those of one millisecond are in the order of the places, then in that of
 * the place. An adjustment is stored before its entry of the audit trail; both name who ordered it, and why.
 */
export function placedSettlement({ all, ask, note }: PlacedSettlementOptions): SettlementPart {
  /** A page over all places. `last`: the instant and the place of the last item of the page before. */
  const page = async <Item>(
    query: Paged,
    last: { readonly at: number; readonly place: number } | undefined,
    atOf: (item: Item) => number,
    list: (place: Place, from: number, isAfter: boolean) => Promise<readonly Item[]>,
  ): Promise<readonly Item[]> => {
    const items = await Promise.all(
      all.map(async (place) => {
        const { number } = place;
        const from =
          last === undefined ? query.from : Math.max(query.from, last.at + (number < last.place ? 1 : 0));
        return from < query.to ? await list(place, from, number === last?.place) : [];
      }),
    );
    // The sort keeps the order of the places.
    return items
      .flat()
      .sort((one, other) => atOf(one) - atOf(other))
      .slice(0, query.limit);
  };
  /** The place of an item: `named` if no place has it any more. An id that was made before there were places may name a wrong one. */
  const placeWith = async (
    has: (place: Place) => Promise<boolean>,
    named: Place | undefined = all[0],
  ): Promise<number> => {
    for (const place of new Set([named, ...all]))
      if (place !== undefined && (await has(place))) return place.number;
    return named?.number ?? 0;
  };

  return {
    listCharges: async (query) => {
      const { after, ...rest } = query;
      const last = after && {
        at: after.chargedAt,
        place: await placeWith(async ({ store }) => {
          const { chargedAt: from, deliveryId } = after;
          const found = await store.listCharges({ from, to: from + 1, deliveryIds: [deliveryId], limit: 1 });
          return found.length > 0;
        }),
      };
      return page(
        query,
        last,
        ({ chargedAt }) => chargedAt,
        ({ store }, from, isAfter) => store.listCharges({ ...rest, from, ...(isAfter && { after }) }),
      );
    },

    ...(all.every(({ store }) => store.listDeliveries !== undefined) && {
      listDeliveries: async (query) => {
        const { after, ...rest } = query;
        const last = after && {
          at: after.issuedAt,
          place: await placeWith(
            async ({ store }) => (await store.findDeliveries([after.id]))[0] !== undefined,
            all[placeOfDelivery(after.id)],
          ),
        };
        return page(
          query,
          last,
          ({ issuedAt }) => issuedAt,
          async ({ store }, from, isAfter) =>
            (await store.listDeliveries?.({ ...rest, from, ...(isAfter && { after }) })) ?? [],
        );
      },
    }),

    listAdjustments: async (query) => {
      const { after, ...rest } = query;
      const last = after && {
        at: after.at,
        place: await placeWith(({ store }) => hasAdjustment(store, after)),
      };
      return page(
        query,
        last,
        ({ at }) => at,
        ({ store }, from, isAfter) => store.listAdjustments({ ...rest, from, ...(isAfter && { after }) }),
      );
    },

    adjustCharges: async (orders, audit) => {
      const outcomes = await ask<(typeof orders)[number], AdjustmentOutcome>(
        checkedBatch(orders),
        ({ deliveryId }) => deliveryId,
        (place, own) => place.store.adjustCharges(own),
        ({ outcome }) => outcome === "unknown",
      );
      if (audit !== undefined && outcomes.some(({ outcome }) => outcome === "adjusted")) await note(audit);
      return outcomes;
    },
  };
}

async function hasAdjustment(
  store: SettlementStore,
  { at, id }: Pick<Adjustment, "at" | "id">,
): Promise<boolean> {
  for (let after: Adjustment | undefined; ; ) {
    const found = await store.listAdjustments({ from: at, to: at + 1, after, limit: maxBatch });
    if (found.some((adjustment) => adjustment.id === id)) return true;
    if (found.length < maxBatch) return false;
    after = found.at(-1);
  }
}
