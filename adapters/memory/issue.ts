import type { IssueChoice, IssueOrder, IssueOutcome, RefusalReason } from "../../core/storage.ts";
import { campaignDay } from "../../core/timing/campaign-day.ts";
import type { EpochMs } from "../../core/timing/clock.ts";
import { accountOf, move, shortOf } from "./accounts.ts";
import { addDelivery, type Entry } from "./deliveries.ts";
import { capReached } from "./frequency.ts";
import type { State } from "./state.ts";

/** Issues the first choice whose limits all hold. Expired holds have been released before. */
export function issueOne(state: State, order: IssueOrder, now: EpochMs): IssueOutcome {
  const known = state.deliveries.byId.get(order.deliveryId);
  if (known !== undefined) return { outcome: "issued", delivery: known.delivery };
  const reasons: RefusalReason[] = [];
  for (const choice of order.choices) {
    const reason = refusal(state, order, choice, now);
    if (reason === undefined) return { outcome: "issued", delivery: admit(state, order, choice, now) };
    reasons.push(reason);
  }
  return { outcome: "refused", reasons };
}

function refusal(
  state: State,
  order: IssueOrder,
  choice: IssueChoice,
  now: EpochMs,
): RefusalReason | undefined {
  const campaign = state.catalog.campaigns.get(choice.campaignId);
  if (campaign === undefined || campaign.status !== "active") return "no_campaign";
  const day = campaignDay(campaign.timeZone, now);
  const short = shortOf(accountOf(state.accounts, campaign.id), day, choice.priceMicros);
  if (short !== undefined) return short;
  const cap = campaign.frequencyCap;
  if (cap === undefined) return undefined;
  return capReached(state.deliveries, cap, campaign.id, order.userKey, day, now)
    ? "frequency_cap"
    : undefined;
}

function admit(state: State, order: IssueOrder, choice: IssueChoice, now: EpochMs): Entry["delivery"] {
  const campaign = state.catalog.campaigns.get(choice.campaignId);
  if (campaign === undefined) throw new Error(`campaign ${choice.campaignId} left between check and issue`);
  const holds = order.surface === "web" && choice.priceMicros > 0;
  const entry: Entry = {
    delivery: {
      id: order.deliveryId,
      surface: order.surface,
      platformId: order.platformId,
      placement: order.placement,
      userKey: order.userKey,
      language: order.language,
      campaignId: choice.campaignId,
      creativeVersionId: choice.creativeVersionId,
      format: choice.format,
      topicId: choice.topicId,
      priceMicros: choice.priceMicros,
      publisherMicros: choice.publisherMicros,
      day: campaignDay(campaign.timeZone, now),
      issuedAt: now,
      presses: [],
    },
    seenRecorded: false,
    hold: holds ? "open" : "none",
  };
  if (holds) {
    const account = accountOf(state.accounts, choice.campaignId);
    move(account, entry.delivery.day, { spentMicros: 0, heldMicros: choice.priceMicros });
  }
  addDelivery(state.deliveries, entry);
  return entry.delivery;
}
