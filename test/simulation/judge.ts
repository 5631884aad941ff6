import type { Delivery } from "../../core/storage/delivery.ts";
import type { Store } from "../../core/storage/store.ts";
import { deliveryLifetimeMs, minViewAgeMs } from "../../core/timing/windows.ts";
import { cap, prices } from "../torture/shop.ts";
import type { HeldAd, Told, Users } from "./users.ts";

/** A promise that a history broke. */
export class BrokenPromise extends Error {
  override name = "BrokenPromise";
  readonly promised: string;

  /** `promised` is the promise, `found` what broke it. */
  constructor(promised: string, found: string) {
    super(`${promised}: ${found}`);
    this.promised = promised;
  }
}

/** Fails a history unless a promise is kept. */
export function check(isKept: boolean, promised: string, found: () => string): void {
  if (!isKept) throw new BrokenPromise(promised, found());
}

/** Judges an answer at the moment when it comes: what the store has now, and the age that the ad had. */
export async function judgeAnswer(store: Store, ad: HeldAd, told: Told): Promise<void> {
  const { deed, status, sentAt, answeredAt = sentAt } = told;
  const about = `the ${deed} of ad ${ad.id} is answered ${status}`;
  check(expected[deed].has(status), "every answer is one of the contract", () => about);
  if (ad.isTest || status === 503 || status === 429) return;
  const [delivery] = await store.findDeliveries([ad.id]);
  if (delivery === undefined) throw new BrokenPromise("an ad that was answered is known to the store", about);
  const oldestAge = answeredAt - delivery.issuedAt;
  const youngestAge = Math.floor(sentAt) - delivery.issuedAt;
  if (status === 409)
    check(youngestAge < minViewAgeMs, "a view after a second is not too early", () => {
      return `${about} at the age of ${youngestAge} ms`;
    });
  if (status === 410 || status === 404)
    check(oldestAge > deliveryLifetimeMs, "a receipt is good for an hour", () => {
      return `${about} at the age of ${oldestAge} ms`;
    });
  if (status === 200) {
    check(youngestAge <= deliveryLifetimeMs, "a receipt is good for no longer than an hour", () => {
      return `${about} at the age of ${youngestAge} ms`;
    });
    if (deed === "seen")
      check(oldestAge >= minViewAgeMs, "a view within a second is too early", () => {
        return `${about} at the age of ${oldestAge} ms`;
      });
  }
  const isCounted = status === 200 || (status === 302 && oldestAge <= deliveryLifetimeMs);
  if (isCounted)
    check(isPaid(delivery), "every view, press and click that was answered is charged", () => {
      return `${about}, and its delivery of ${delivery.campaignId} is not charged`;
    });
}

const chargedOnce = "a delivery is charged once, and only after a view, press or click";

const expected = {
  seen: new Set([200, 409, 410, 429, 503]),
  press: new Set([200, 410, 429, 503]),
  click: new Set([302, 404, 429, 503]),
};

function isPaid({ campaignId, chargedAt }: Delivery): boolean {
  return chargedAt !== undefined || campaignId === "house";
}

/** Judges the ledger after a step. `inForce`: the largest budget of a campaign that may be in force. */
export async function judgeLedger(
  store: Store,
  users: Users,
  inForce: ReadonlyMap<string, number>,
): Promise<void> {
  const { campaigns, advertiserMicros, publisherMicros, operatorMicros } = await store.auditLedger();
  let charges = 0;
  for (const line of campaigns) {
    const { campaignId: id, usedMicros, spentMicros, chargedMicros, heldMicros, openMicros } = line;
    charges += line.charges;
    check(
      usedMicros === chargedMicros &&
        spentMicros === chargedMicros &&
        chargedMicros === line.charges * (prices[id] ?? 0),
      "spent is the sum of the charges",
      () =>
        `${id} spent ${spentMicros}, used ${usedMicros} and was charged ${line.charges} times, ${chargedMicros} in all`,
    );
    check(
      heldMicros === openMicros &&
        line.unprovenHeldMicros === line.unprovenOpenMicros &&
        line.daysOutOfBalance.length === 0,
      "what is held is what open deliveries hold",
      () => `${id} holds ${heldMicros}, and its open deliveries ${openMicros}`,
    );
    const budget = inForce.get(id);
    if (budget !== undefined && id !== "daily")
      check(usedMicros + heldMicros <= budget, "spent and held never pass a budget", () => {
        return `${id} used ${usedMicros} and holds ${heldMicros} of ${budget}`;
      });
  }
  const [daily] = await store.readSpend(["daily"]);
  const dayBudget = inForce.get("daily") ?? 0;
  if (daily !== undefined)
    check(
      daily.dayUsedMicros + daily.dayHeldMicros <= dayBudget,
      "spent and held never pass a budget",
      () => {
        return `daily used ${daily.dayUsedMicros} and holds ${daily.dayHeldMicros} of ${dayBudget} on ${daily.day}`;
      },
    );
  check(
    advertiserMicros === publisherMicros + operatorMicros,
    "the advertisers' money is the publishers' and the operator's",
    () => `${advertiserMicros} is not ${publisherMicros} + ${operatorMicros}`,
  );
  let tellable = 0;
  for (const ad of users.ads.values()) if (ad.told.length > 0) tellable += 1;
  check(charges <= tellable, chargedOnce, () => {
    return `there are ${charges} charges, and users told about ${tellable} ads`;
  });
}

/** Judges every ad at the end of a history. */
export async function judgeAds(store: Store, users: Users): Promise<void> {
  const ads = [...users.ads.values()];
  const deliveries = await store.findDeliveries(ads.map(({ id }) => id));
  let paid = 0;
  const capped: { readonly user: number; readonly delivery: Delivery }[] = [];
  ads.forEach((ad, index) => {
    const delivery = deliveries[index];
    if (ad.isTest) {
      check(delivery === undefined, "a test ad is no delivery", () => `the store has test ad ${ad.id}`);
      return;
    }
    if (delivery === undefined)
      throw new BrokenPromise("an ad that was answered is known to the store", `ad ${ad.id} is not`);
    const { campaignId, chargedAt } = delivery;
    if (chargedAt !== undefined) paid += 1;
    check(chargedAt === undefined || ad.told.length > 0, chargedOnce, () => {
      return `ad ${ad.id} of ${campaignId} is charged`;
    });
    check(
      ad.told.every(({ status }) => status !== 200) || isPaid(delivery),
      "every view, press and click that was answered is charged",
      () => `ad ${ad.id} of ${campaignId} is not charged`,
    );
    if (campaignId === "capped") capped.push({ user: ad.user, delivery });
  });
  const { campaigns } = await store.auditLedger();
  const charges = campaigns.reduce((sum, line) => sum + line.charges, 0);
  check(charges === paid, chargedOnce, () => {
    return `there are ${charges} charges, and ${paid} charged deliveries`;
  });
  judgeCap(capped);
}

/** An ad that expired unseen before the next was issued does not count. */
function judgeCap(capped: readonly { readonly user: number; readonly delivery: Delivery }[]): void {
  for (const { user, delivery } of capped) {
    const counted = capped.filter(
      (other) =>
        other.user === user &&
        other.delivery.day === delivery.day &&
        other.delivery.issuedAt <= delivery.issuedAt &&
        (other.delivery.seenAt !== undefined ||
          delivery.issuedAt - other.delivery.issuedAt <= deliveryLifetimeMs),
    );
    check(counted.length <= cap, "a user gets no more ads than the cap allows", () => {
      return `user ${user} got ${counted.length} on ${delivery.day}`;
    });
  }
}
