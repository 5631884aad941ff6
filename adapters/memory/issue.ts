import { newDelivery } from "../../core/billing/delivery-events.ts";
import type { Campaign } from "../../core/catalog/entities.ts";
import type {
  Delivery,
  IssueChoice,
  IssueOrder,
  IssueOutcome,
  RefusalReason,
} from "../../core/storage/delivery.ts";
import type { CampaignDay } from "../../core/timing/campaign-day.ts";
import { campaignDay } from "../../core/timing/campaign-day.ts";
import type { EpochMs } from "../../core/timing/clock.ts";
import { type Account, move, shortOf } from "./accounts.ts";
import { addToUser } from "./by-user.ts";
import { addDelivery, type Entry } from "./deliveries.ts";
import { capReached } from "./frequency.ts";
import type { State } from "./state.ts";

/**
 * Issues orders one after another. Their accounts are found before: of many campaigns each is cold memory, and processors
 * wait for several at a time when nothing else is done in between.
 */
export function issueAll(state: State, orders: readonly IssueOrder[], now: EpochMs): readonly IssueOutcome[] {
  const { byId } = state.accounts;
  const likely = orders.map(({ choices }) => byId.get(choices[0]?.campaignId ?? ""));
  return orders.map((order, index) => issueOne(state, order, likely[index], now));
}

/** Issues the first choice whose limits all hold. Expired holds have been released before. */
function issueOne(state: State, order: IssueOrder, first: Account | undefined, now: EpochMs): IssueOutcome {
  const known = state.deliveries.byId.get(order.deliveryId);
  if (known !== undefined) return { outcome: "issued", delivery: known.delivery };
  const reasons: RefusalReason[] = [];
  const [likely] = order.choices;
  for (const choice of order.choices) {
    const account = choice === likely ? first : state.accounts.byId.get(choice.campaignId);
    if (account?.campaign?.status !== "active") {
      reasons.push("no_campaign");
      continue;
    }
    const day = campaignDay(account.campaign.timeZone, now);
    const reason =
      shortOf(account, day, choice.priceMicros) ?? capRefusal(account, account.campaign, order, day, now);
    if (reason === undefined) {
      const delivery = admit(state, account, order, choice, day, now);
      return { outcome: "issued", delivery };
    }
    reasons.push(reason);
  }
  return { outcome: "refused", reasons };
}

function capRefusal(
  account: Account,
  { frequencyCap }: Campaign,
  { userKey }: IssueOrder,
  day: CampaignDay,
  now: EpochMs,
): "frequency_cap" | undefined {
  if (frequencyCap === undefined) return undefined;
  return capReached(account, frequencyCap, userKey, day, now) ? "frequency_cap" : undefined;
}

function admit(
  state: State,
  account: Account,
  order: IssueOrder,
  choice: IssueChoice,
  day: CampaignDay,
  now: EpochMs,
): Delivery {
  const holds = order.surface === "web" && choice.priceMicros > 0;
  const delivery = newDelivery(order, choice, day, now);
  const entry: Entry = { delivery, seenRecorded: false, hold: holds ? "open" : "none" };
  if (holds) move(account, day, { spentMicros: 0, heldMicros: choice.priceMicros });
  addToUser(account, entry);
  addDelivery(state.deliveries, entry);
  return delivery;
}
