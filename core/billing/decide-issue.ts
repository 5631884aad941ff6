import type { Micros } from "../money.ts";
import type { Delivery, IssueChoice, IssueOrder, IssueOutcome, RefusalReason } from "../storage/delivery.ts";
import { type CampaignDay, campaignDay } from "../timing/campaign-day.ts";
import type { EpochMs } from "../timing/clock.ts";
import { exhaustedBudget, isUnprovenShareUsed } from "./budgets.ts";
import { newDelivery } from "./delivery-events.ts";
import { isCapReached } from "./frequency.ts";
import type { Ledger } from "./ledger.ts";
import { releaseHolds } from "./release.ts";

/** `ServingStore.issue`: decides orders "in array order, each order seeing what the ones before it took". */
export function issueOrders(
  ledger: Ledger,
  orders: readonly IssueOrder[],
  now: EpochMs,
): readonly IssueOutcome[] {
  // "Holds of expired deliveries never refuse: those of the campaigns touched are released first."
  releaseHolds(ledger, now);
  return orders.map((order) => decideIssue(ledger, order, now));
}

/** "Issues each order's first choice whose limits all hold." "A refused order changes nothing." */
function decideIssue(ledger: Ledger, order: IssueOrder, now: EpochMs): IssueOutcome {
  // "A repeated order gets the outcome of the first and changes nothing, whatever its choices say now."
  const known = ledger.findDelivery(order.deliveryId);
  if (known !== undefined) return { outcome: "issued", delivery: known.delivery };
  const reasons: RefusalReason[] = [];
  for (const choice of order.choices) {
    // "The limits of a choice are those of the stored campaign, not of the caller's snapshot."
    const account = ledger.findAccount(choice.campaignId);
    // "The campaign exists and is active."
    if (account?.status !== "active") {
      reasons.push("no_campaign");
      continue;
    }
    const day = campaignDay(account.timeZone, now);
    const exhausted = exhaustedBudget(ledger, account, day, choice.priceMicros);
    if (exhausted !== undefined) reasons.push(exhausted);
    else if (isUnprovenShareUsed(account, heldBy(order, choice), order.unprovenShareBps))
      reasons.push("unproven_holds");
    else if (isCapReached(ledger, account, order.userKey, day, now)) reasons.push("frequency_cap");
    else return { outcome: "issued", delivery: issue(ledger, order, choice, day, now) };
  }
  return { outcome: "refused", reasons };
}

function issue(
  ledger: Ledger,
  order: IssueOrder,
  choice: IssueChoice,
  day: CampaignDay,
  now: EpochMs,
): Delivery {
  const delivery = newDelivery(order, choice, day, now);
  const heldMicros = heldBy(order, choice);
  const held = heldMicros > 0;
  const unproven = held && order.unprovenShareBps !== undefined;
  const unprovenHeldMicros = unproven ? heldMicros : 0;
  if (held) ledger.move(choice.campaignId, day, { usedMicros: 0, heldMicros, unprovenHeldMicros });
  ledger.insertDelivery({ delivery, held, unproven, seenRecorded: false });
  return delivery;
}

/** "A web delivery holds its price on the campaign and on the campaign's day; a bot delivery holds nothing." */
function heldBy({ surface }: IssueOrder, { priceMicros }: IssueChoice): Micros {
  return surface === "web" ? priceMicros : 0;
}
