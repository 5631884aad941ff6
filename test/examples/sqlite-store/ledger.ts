import type { Campaign } from "../../../core/catalog/entities.ts";
import type { BudgetFloor, CampaignLedger, Delivery, LedgerAudit, Spend } from "../../../core/storage.ts";
import { type Database, integer, type Row, text } from "./database.ts";
import { chargeFields } from "./reports.ts";

/** Moves money of a delivery's campaign, in total and on the delivery's day; negative amounts take away. */
export function move(db: Database, delivery: Delivery, spentMicros: number, heldMicros: number): void {
  const { campaignId, day } = delivery;
  db.run("INSERT OR IGNORE INTO account_days VALUES (?, ?, 0, 0)", campaignId, day);
  const set = "SET spent = spent + ?, held = held + ? WHERE campaign = ?";
  db.run(`UPDATE accounts ${set}`, spentMicros, heldMicros, campaignId);
  db.run(`UPDATE account_days ${set} AND day = ?`, spentMicros, heldMicros, campaignId, day);
}

/** Appends the charge, whose key is the delivery: a second one cannot be stored. */
export function charge(db: Database, delivery: Delivery, now: number): void {
  const { id, campaignId, day, priceMicros, publisherMicros } = delivery;
  const fields = JSON.stringify(chargeFields(db, delivery, now));
  const sql = "INSERT INTO charges VALUES (?, ?, ?, ?, ?, ?, ?)";
  db.run(sql, id, campaignId, day, priceMicros, publisherMicros, now, fields);
}

/** The campaign's account and its one day; `undefined` when it never had one. */
function accountRow(db: Database, campaignId: string, day: string): Row | undefined {
  return db.get(
    `SELECT a.spent, a.held, ifnull(d.spent, 0) AS day_spent, ifnull(d.held, 0) AS day_held,
       total_budget - a.spent - a.held AS free, daily_budget - ifnull(d.spent, 0) - ifnull(d.held, 0) AS day_free
     FROM accounts a LEFT JOIN account_days d ON d.campaign = a.campaign AND d.day = ? WHERE a.campaign = ?`,
    day,
    campaignId,
  );
}

/** Which budget, if any, has less than `micros` left. */
export function shortOf(
  db: Database,
  campaignId: string,
  day: string,
  micros: number,
): "budget" | "daily_budget" | undefined {
  const account = accountRow(db, campaignId, day);
  if (micros > integer(account, "free")) return "budget";
  return micros > integer(account, "day_free") ? "daily_budget" : undefined;
}

export function spendOf(db: Database, campaignId: string, day: string): Spend {
  const account = accountRow(db, campaignId, day);
  return {
    campaignId,
    spentMicros: integer(account, "spent"),
    heldMicros: integer(account, "held"),
    day,
    daySpentMicros: integer(account, "day_spent"),
    dayHeldMicros: integer(account, "day_held"),
  };
}

/** The budgets of a campaign that may not be stored, because more is spent and held already. */
export function floorsOf(db: Database, campaign: Campaign, day: string): readonly BudgetFloor[] {
  const account = accountRow(db, campaign.id, day);
  if (account === undefined) return [];
  const floors = {
    totalBudgetMicros: integer(account, "spent") + integer(account, "held"),
    dailyBudgetMicros: integer(account, "day_spent") + integer(account, "day_held"),
  };
  return (["totalBudgetMicros", "dailyBudgetMicros"] as const).flatMap((field) => {
    const budget = campaign[field];
    const floorMicros = floors[field];
    return budget !== undefined && budget < floorMicros
      ? [{ campaignId: campaign.id, field, floorMicros }]
      : [];
  });
}

export function auditLedger(db: Database): LedgerAudit {
  const sums = db.get(
    "SELECT ifnull(sum(price), 0) AS price, ifnull(sum(publisher), 0) AS publisher FROM charges",
  );
  const [advertiserMicros, publisherMicros] = [integer(sums, "price"), integer(sums, "publisher")];
  const accounts = db.all(
    `SELECT campaign, spent, held,
       (SELECT ifnull(sum(price), 0) FROM charges c WHERE c.campaign = a.campaign) AS charged,
       (SELECT count(*) FROM charges c WHERE c.campaign = a.campaign) AS charges,
       (SELECT ifnull(sum(price), 0) FROM deliveries d WHERE d.campaign = a.campaign AND hold = 'open') AS open
     FROM accounts a`,
  );
  return {
    campaigns: accounts.map((row): CampaignLedger => {
      const campaignId = text(row, "campaign");
      return {
        campaignId,
        spentMicros: integer(row, "spent"),
        chargedMicros: integer(row, "charged"),
        heldMicros: integer(row, "held"),
        openMicros: integer(row, "open"),
        charges: integer(row, "charges"),
        daysOutOfBalance: daysOutOfBalance(db, campaignId),
      };
    }),
    advertiserMicros,
    publisherMicros,
    operatorMicros: advertiserMicros - publisherMicros,
  };
}

function daysOutOfBalance(db: Database, campaignId: string): readonly string[] {
  const rows = db.all(
    `SELECT day FROM (
       SELECT day, spent, held FROM account_days WHERE campaign = ?1
       UNION ALL SELECT day, -price, 0 FROM charges WHERE campaign = ?1
       UNION ALL SELECT day, 0, -price FROM deliveries WHERE campaign = ?1 AND hold = 'open')
     GROUP BY day HAVING sum(spent) <> 0 OR sum(held) <> 0 ORDER BY day`,
    campaignId,
  );
  return rows.map((row) => text(row, "day"));
}
