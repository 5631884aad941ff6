import { newDelivery } from "../../core/billing/delivery-events.ts";
import type {
  Delivery,
  IssueChoice,
  IssueOrder,
  IssueOutcome,
  RefusalReason,
} from "../../core/storage/delivery.ts";
import { campaignDay } from "../../core/timing/campaign-day.ts";
import type { Account, Accounts } from "./accounts.ts";
import type { Database } from "./database.ts";
import { idBytes, readEntry } from "./delivery-row.ts";
import { isCapReached } from "./frequency.ts";

const insertDelivery = `INSERT INTO deliveries (id, surface, publisher_id, platform_id, placement, api_key_id, user_key,
    language, campaign_id, advertiser, creative_version_id, format, topic_id, price, publisher_part, day, issued_at, held)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Issues the first choice whose limits all hold. Expired holds have been released before. */
export function issueOne(db: Database, accounts: Accounts, order: IssueOrder, now: number): IssueOutcome {
  const known = readEntry(db, idBytes(order.deliveryId));
  if (known !== undefined) return { outcome: "issued", delivery: known.delivery };
  const reasons: RefusalReason[] = [];
  for (const choice of order.choices) {
    const account = accounts.get(choice.campaignId);
    if (account?.status !== "active") {
      reasons.push("no_campaign");
      continue;
    }
    const day = campaignDay(account.timeZone, now);
    const reason = refusal(db, accounts, order, choice, account, day, now);
    if (reason === undefined)
      return { outcome: "issued", delivery: admit(db, accounts, order, choice, day, now) };
    reasons.push(reason);
  }
  return { outcome: "refused", reasons };
}

function refusal(
  db: Database,
  accounts: Accounts,
  { userKey }: IssueOrder,
  { priceMicros }: IssueChoice,
  account: Account,
  day: string,
  now: number,
): RefusalReason | undefined {
  const short = accounts.shortOf(account, day, priceMicros);
  if (short !== undefined || account.cap === undefined) return short;
  return isCapReached(db, account.cap, account.campaignId, userKey, day, now) ? "frequency_cap" : undefined;
}

function admit(
  db: Database,
  accounts: Accounts,
  order: IssueOrder,
  choice: IssueChoice,
  day: string,
  now: number,
): Delivery {
  const { deliveryId, surface, publisherId, platformId, placement, apiKeyId, userKey, language } = order;
  const { campaignId, advertiser, creativeVersionId, format, topicId, priceMicros, publisherMicros } = choice;
  const holds = surface === "web" && priceMicros > 0;
  db.run(
    insertDelivery,
    idBytes(deliveryId),
    surface,
    publisherId,
    platformId,
    placement,
    apiKeyId,
    userKey,
    language,
    campaignId,
    advertiser,
    creativeVersionId,
    format,
    topicId ?? null,
    priceMicros,
    publisherMicros,
    day,
    now,
    holds ? 1 : 0,
  );
  if (holds) accounts.move(campaignId, day, { spentMicros: 0, heldMicros: priceMicros });
  return newDelivery(order, choice, day, now);
}
