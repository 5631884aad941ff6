import type { Campaign, FrequencyCap } from "../../../core/catalog/entities.ts";
import type {
  Delivery,
  IssueChoice,
  IssueOrder,
  IssueOutcome,
  RefusalReason,
} from "../../../core/storage.ts";
import { campaignDay } from "../../../core/timing/campaign-day.ts";
import { deliveryLifetimeMs } from "../../../core/timing/windows.ts";
import { findEntity } from "./catalog.ts";
import { type Database, integer } from "./database.ts";
import { findDelivery, saveDelivery } from "./deliveries.ts";
import { move, shortOf } from "./ledger.ts";

/** Issues the first choice whose limits all hold. Expired holds have been released before. */
export function issueOne(db: Database, order: IssueOrder, now: number): IssueOutcome {
  const known = findDelivery(db, order.deliveryId);
  if (known !== undefined) return { outcome: "issued", delivery: known.delivery };
  const reasons: RefusalReason[] = [];
  for (const choice of order.choices) {
    const campaign = findEntity<Campaign>(db, "campaign", choice.campaignId);
    const day = campaign && campaignDay(campaign.timeZone, now);
    const reason =
      campaign?.status === "active" && day !== undefined
        ? refusal(db, order, choice, campaign, day, now)
        : "no_campaign";
    if (reason === undefined && day !== undefined) {
      return { outcome: "issued", delivery: admit(db, order, choice, day, now) };
    }
    reasons.push(reason ?? "no_campaign");
  }
  return { outcome: "refused", reasons };
}

function refusal(
  db: Database,
  order: IssueOrder,
  choice: IssueChoice,
  campaign: Campaign,
  day: string,
  now: number,
): RefusalReason | undefined {
  const short = shortOf(db, campaign.id, day, choice.priceMicros);
  if (short !== undefined || campaign.frequencyCap === undefined) return short;
  const { impressions } = campaign.frequencyCap;
  const counted = impressionsOf(db, campaign.id, order.userKey, campaign.frequencyCap, day, now);
  return counted < impressions ? undefined : "frequency_cap";
}

/** Deliveries in the window that were shown, or may still be. */
function impressionsOf(
  db: Database,
  campaignId: string,
  userKey: string,
  { window }: FrequencyCap,
  day: string,
  now: number,
): number {
  const row = db.get(
    `SELECT count(*) AS n FROM deliveries
     WHERE campaign = ? AND user_key = ? AND (shown OR issued_at >= ? AND hold <> 'released') AND
       ${window === "day" ? "day = ?" : "issued_at > ?"}`,
    campaignId,
    userKey,
    now - deliveryLifetimeMs,
    window === "day" ? day : now - window,
  );
  return integer(row, "n");
}

function admit(db: Database, order: IssueOrder, choice: IssueChoice, day: string, now: number): Delivery {
  const { deliveryId, choices: _, ...rest } = order;
  const delivery: Delivery = { id: deliveryId, ...rest, ...choice, day, issuedAt: now, presses: [] };
  const holds = order.surface === "web" && choice.priceMicros > 0;
  saveDelivery(db, { delivery, seenRecorded: false, hold: holds ? "open" : "none" });
  if (holds) move(db, delivery, 0, choice.priceMicros);
  return delivery;
}
