import { releaseExpiredHolds } from "../../core/billing/release.ts";
import { maxBatch } from "../../core/mod.ts";
import type { Delivery } from "../../core/storage/delivery.ts";
import type { Store } from "../../core/storage/store.ts";
import { deliveryLifetimeMs } from "../../core/timing/windows.ts";
import type { KnownAd } from "./client.ts";
import { cap, prices } from "./shop.ts";

/** The promises that the books are judged by, in the order of the verdict. */
export const promises = [
  "every view, press and click that was answered is charged",
  "no delivery is charged without a view, press or click",
  "a delivery is charged once, at its price",
  "spent is the sum of the charges, and the advertisers' money is the publishers' and the operator's",
  "what is held is what open deliveries hold",
  "spent and held never pass a budget",
  "every hold comes back",
  "a test ad and a house ad move no money",
  "an ad that was answered is known to the store, and its receipt is good for an hour",
  "a user gets no more ads than the cap allows",
  "every answer is one of the contract",
] as const;
/** A promise of the verdict. */
export type Promised = (typeof promises)[number];

/** The verdict so far: how often each promise was checked, and the violations. */
export interface Verdict {
  /** Counts checks of a promise, and notes a violation where the check failed. */
  readonly check: (promised: Promised, isKept: boolean, violation: () => string, times?: number) => void;
  /** How often a promise was checked. */
  readonly checked: (promised: Promised) => number;
  /** The violations, the first ones of each promise. */
  readonly violations: readonly Violation[];
}

/** A broken promise. */
export interface Violation {
  readonly promised: Promised;
  /** What was found. */
  readonly found: string;
}

const maxViolations = 5;

/** Begins a verdict. */
export function createVerdict(onViolation: (violation: Violation) => void): Verdict {
  const counts = new Map<Promised, number>();
  const violations: Violation[] = [];
  return {
    violations,
    checked: (promised) => counts.get(promised) ?? 0,
    check: (promised, isKept, found, times = 1) => {
      counts.set(promised, (counts.get(promised) ?? 0) + times);
      if (isKept || violations.filter((one) => one.promised === promised).length >= maxViolations) return;
      const violation = { promised, found: found() };
      violations.push(violation);
      onViolation(violation);
    },
  };
}

/** The books of a whole campaign, computed from the answers that clients got and the rows of the store. */
export interface Books {
  /** Judges the ads of a round, after every client has repeated its calls until they were answered. */
  readonly judge: (store: Store, ads: readonly KnownAd[]) => Promise<void>;
  /** Judges that every hold comes back. `store` judges time by a clock that is {@link aheadMs} ahead. */
  readonly judgeHolds: (store: Store) => Promise<void>;
}

/** Further than a hold lasts. */
export const aheadMs: number = 2 * deliveryLifetimeMs;

/** Opens empty books. */
export function openBooks({ check }: Verdict): Books {
  /** Of deliveries that clients know and that are charged, by campaign. */
  const charged = new Map<string, number>();
  const perUser = new Map<string, number>();

  const judgeAds = async (store: Store, ads: readonly KnownAd[]): Promise<void> => {
    const found = await store.findDeliveries(ads.map(({ id }) => id));
    ads.forEach((ad, index) => {
      if (ad.isTest) {
        const violation = () => `Test ad ${ad.id} is a delivery of the store.`;
        check("a test ad and a house ad move no money", found[index] === undefined, violation);
      } else judgeAd(ad, found[index]);
    });
  };
  const judgeAd = (ad: KnownAd, delivery: Delivery | undefined): void => {
    check(
      "an ad that was answered is known to the store, and its receipt is good for an hour",
      delivery !== undefined,
      () => `Ad ${ad.id} was answered 200. The store does not have it.`,
    );
    if (delivery === undefined) return;
    const { campaignId, chargedAt } = delivery;
    const isHouse = campaignId === "house";
    const violation = () => `House ad ${ad.id} is charged.`;
    if (isHouse) check("a test ad and a house ad move no money", chargedAt === undefined, violation);
    else judgeCharge(ad, delivery);
    if (campaignId !== "capped") return;
    const user = `${ad.user} ${delivery.day}`;
    const ads = (perUser.get(user) ?? 0) + 1;
    perUser.set(user, ads);
    check("a user gets no more ads than the cap allows", ads <= cap, () => `${user} got ${ads} ads.`);
  };
  const judgeCharge = (ad: KnownAd, { campaignId, priceMicros, chargedAt }: Delivery): void => {
    const isCharged = chargedAt !== undefined;
    if (isCharged) charged.set(campaignId, (charged.get(campaignId) ?? 0) + 1);
    check("a delivery is charged once, at its price", priceMicros === prices[campaignId], () => {
      return `Ad ${ad.id} of ${campaignId} has the price ${priceMicros}, not ${prices[campaignId]}.`;
    });
    if (ad.isConfirmed)
      check("every view, press and click that was answered is charged", isCharged, () => {
        return `Ad ${ad.id} of ${campaignId} was confirmed. It is not charged.`;
      });
    if (ad.attempts === 0)
      check("no delivery is charged without a view, press or click", !isCharged, () => {
        return `Nobody confirmed ad ${ad.id} of ${campaignId}. It is charged.`;
      });
  };

  const judgeLedger = async (store: Store): Promise<void> => {
    const audit = await store.auditLedger();
    for (const line of audit.campaigns) {
      const { campaignId: id, usedMicros, spentMicros, chargedMicros, charges } = line;
      const known = charged.get(id) ?? 0;
      const micros = known * (prices[id] ?? 0);
      check(
        "a delivery is charged once, at its price",
        charges === known && chargedMicros === micros,
        () =>
          `${id} has ${charges} charges of ${chargedMicros} in all. Clients know ${known} charged deliveries of ${micros}.`,
      );
      check(
        "spent is the sum of the charges, and the advertisers' money is the publishers' and the operator's",
        usedMicros === chargedMicros && spentMicros === chargedMicros,
        () => `${id} spent ${spentMicros} and used ${usedMicros}. Its charges are ${chargedMicros}.`,
      );
      check(
        "what is held is what open deliveries hold",
        line.heldMicros === line.openMicros &&
          line.unprovenHeldMicros === line.unprovenOpenMicros &&
          line.daysOutOfBalance.length === 0,
        () =>
          `${id} holds ${line.heldMicros}. Its open deliveries hold ${line.openMicros}. Days out of balance: ${line.daysOutOfBalance.join(", ")}.`,
      );
    }
    const { advertiserMicros, publisherMicros, operatorMicros } = audit;
    check(
      "spent is the sum of the charges, and the advertisers' money is the publishers' and the operator's",
      advertiserMicros === publisherMicros + operatorMicros,
      () => `Advertisers ${advertiserMicros}, publishers ${publisherMicros}, operator ${operatorMicros}.`,
    );
  };

  return {
    judge: async (store, ads) => {
      for (let from = 0; from < ads.length; from += maxBatch)
        await judgeAds(store, ads.slice(from, from + maxBatch));
      await judgeLedger(store);
    },
    judgeHolds: async (store) => {
      for (let held = -1, before = 0; held !== 0 && held !== before; ) {
        before = held;
        await releaseExpiredHolds(store);
        held = heldBy(await store.auditLedger());
      }
      for (const { campaignId, heldMicros } of (await store.auditLedger()).campaigns)
        check("every hold comes back", heldMicros === 0, () => `${campaignId} holds ${heldMicros} for ever.`);
      await judgeLedger(store);
    },
  };
}

function heldBy({ campaigns }: { readonly campaigns: readonly { readonly heldMicros: number }[] }): number {
  return campaigns.reduce((sum, { heldMicros }) => sum + heldMicros, 0);
}
