import {
  type Account,
  addBalances,
  type Balance,
  type Ledger,
  type Movement,
  zeroBalance,
} from "../../core/billing/ledger.ts";
import type { Micros } from "../../core/money.ts";
import type { CampaignDay } from "../../core/timing/campaign-day.ts";
import type { Database } from "./database.ts";
import { integerOf, optionalIntegerOf, type Row, textOf, wordOf } from "./row.ts";

/** The accounts of a ledger. */
export type Accounts = Pick<Ledger, "findAccount" | "dayOf" | "move">;

interface CachedAccount extends Account {
  total: Balance;
  unprovenHeldMicros: Micros;
  readonly days: Map<CampaignDay, Balance>;
  readonly movedDays: Set<CampaignDay>;
}

const selectAccount = `SELECT status, time_zone, total_budget, daily_budget, cap_impressions, cap_window_ms, spent, held, unproven_held
  FROM campaigns WHERE id = ?`;

const selectDay = "SELECT spent, held FROM campaign_days WHERE campaign_id = ? AND day = ?";

const updateAccount = "UPDATE campaigns SET spent = ?, held = ?, unproven_held = ? WHERE id = ?";

/** A write that takes money stores the budget that allowed it. A write that gives back or turns held into spent leaves it. */
const updateDay = `UPDATE campaign_days SET daily_budget = CASE WHEN ? > spent + held THEN ? ELSE daily_budget END,
  spent = ?, held = ? WHERE campaign_id = ? AND day = ?`;

const insertDay =
  "INSERT INTO campaign_days (campaign_id, day, daily_budget, spent, held) VALUES (?, ?, ?, ?, ?)";

/**
 * Runs `work` in a transaction that is already open. Reads each account once, moves it in memory and writes it once at the
 * end: a batch of 64 orders of one campaign changes its row once.
 */
export function withAccounts<T>(db: Database, work: (accounts: Accounts) => T): T {
  const known = new Map<string, CachedAccount | undefined>();
  const findAccount = (campaignId: string): CachedAccount | undefined => {
    if (!known.has(campaignId)) known.set(campaignId, readAccount(db, campaignId));
    return known.get(campaignId);
  };
  const dayOf = (campaignId: string, day: CampaignDay): Balance => {
    const days = findAccount(campaignId)?.days;
    const balance = days?.get(day) ?? readBalance(db.get(selectDay, campaignId, day));
    days?.set(day, balance);
    return balance;
  };
  const move = (campaignId: string, day: CampaignDay, by: Movement): void => {
    const account = findAccount(campaignId);
    if (account === undefined) throw new Error(`campaign ${campaignId} has no account: restore a backup.`);
    account.total = addBalances(account.total, by);
    account.unprovenHeldMicros += by.unprovenHeldMicros ?? 0;
    account.days.set(day, addBalances(dayOf(campaignId, day), by));
    account.movedDays.add(day);
  };
  const result = work({ findAccount, dayOf, move });
  for (const account of known.values()) if (account !== undefined) writeAccount(db, account);
  return result;
}

const statuses: readonly Account["status"][] = ["active", "paused", "removed"];

function readAccount(db: Database, campaignId: string): CachedAccount | undefined {
  const row = db.get(selectAccount, campaignId);
  if (row === undefined) return undefined;
  const impressions = optionalIntegerOf(row, "cap_impressions");
  const window = optionalIntegerOf(row, "cap_window_ms") ?? "day";
  return {
    campaignId,
    status: wordOf(row, "status", statuses),
    timeZone: textOf(row, "time_zone"),
    totalBudgetMicros: integerOf(row, "total_budget"),
    dailyBudgetMicros: integerOf(row, "daily_budget"),
    frequencyCap: impressions === undefined ? undefined : { impressions, window },
    total: readBalance(row),
    unprovenHeldMicros: integerOf(row, "unproven_held"),
    days: new Map(),
    movedDays: new Set(),
  };
}

function readBalance(row: Row | undefined): Balance {
  if (row === undefined) return zeroBalance;
  return { usedMicros: integerOf(row, "spent"), heldMicros: integerOf(row, "held") };
}

function writeAccount(
  db: Database,
  { campaignId, dailyBudgetMicros, total, unprovenHeldMicros, days, movedDays }: CachedAccount,
): void {
  if (movedDays.size === 0) return;
  db.run(updateAccount, total.usedMicros, total.heldMicros, unprovenHeldMicros, campaignId);
  for (const day of movedDays) {
    const { usedMicros, heldMicros } = days.get(day) ?? zeroBalance;
    const used = usedMicros + heldMicros;
    // No upsert: SQLite checks the row that would be inserted even where it is not.
    const known = db.run(updateDay, used, dailyBudgetMicros, usedMicros, heldMicros, campaignId, day);
    if (known === 0) db.run(insertDay, campaignId, day, dailyBudgetMicros, usedMicros, heldMicros);
  }
}
