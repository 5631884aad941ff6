import type { Micros } from "../../core/money.ts";
import type { CampaignDay } from "../../core/timing/campaign-day.ts";
import type { Database } from "./database.ts";
import { integerOf, optionalIntegerOf, textOf, wordOf } from "./row.ts";

/** What is spent and held, in total or on one day. */
export interface Balance {
  spentMicros: Micros;
  heldMicros: Micros;
}

/** What limits need of a campaign, as the file has it. It outlives the campaign. */
export interface Account extends Balance {
  readonly campaignId: string;
  readonly status: "active" | "paused" | "removed";
  readonly timeZone: string;
  readonly totalBudgetMicros: Micros;
  readonly dailyBudgetMicros: Micros;
  readonly cap: { readonly impressions: number; readonly window: "day" | number } | undefined;
  readonly days: Map<CampaignDay, Balance>;
}

/**
 * The accounts that one transaction touches. They are read once, moved here, and written once at its end: a batch of 64
 * orders of one campaign changes its row once.
 */
export interface Accounts {
  readonly get: (campaignId: string) => Account | undefined;
  /** On one day, zero where nothing was. */
  readonly dayOf: (account: Account, day: CampaignDay) => Readonly<Balance>;
  /** Which budget, if any, has less than `micros` left. Subtracts, because sums of three amounts are not exact. */
  readonly shortOf: (
    account: Account,
    day: CampaignDay,
    micros: Micros,
  ) => "budget" | "daily_budget" | undefined;
  /** Adds to what is spent and held, in total and on the day; negative amounts take away. */
  readonly move: (campaignId: string, day: CampaignDay, by: Readonly<Balance>) => void;
}

const selectAccount = `SELECT status, time_zone, total_budget, daily_budget, cap_impressions, cap_window_ms, spent, held
  FROM campaigns WHERE id = ?`;

const selectDay = "SELECT spent, held FROM campaign_days WHERE campaign_id = ? AND day = ?";

const updateAccount = "UPDATE campaigns SET spent = ?, held = ? WHERE id = ?";

/** What takes money stores the budget that allowed it; what gives back or turns held into spent leaves it. */
const updateDay = `UPDATE campaign_days SET daily_budget = CASE WHEN ? > spent + held THEN ? ELSE daily_budget END,
  spent = ?, held = ? WHERE campaign_id = ? AND day = ?`;

const insertDay =
  "INSERT INTO campaign_days (campaign_id, day, daily_budget, spent, held) VALUES (?, ?, ?, ?, ?)";

/** Runs `work` in a transaction that is already open, and writes what it moved. */
export function withAccounts<T>(db: Database, work: (accounts: Accounts) => T): T {
  const known = new Map<string, Account | undefined>();
  const moved = new Map<Account, Set<CampaignDay>>();
  const get = (campaignId: string): Account | undefined => {
    if (!known.has(campaignId)) known.set(campaignId, readAccount(db, campaignId));
    return known.get(campaignId);
  };
  const dayOf = (account: Account, day: CampaignDay): Balance => {
    const balance = account.days.get(day) ?? readDay(db, account.campaignId, day);
    account.days.set(day, balance);
    return balance;
  };
  const result = work({
    get,
    dayOf,
    shortOf: (account, day, micros) => {
      if (micros > account.totalBudgetMicros - account.spentMicros - account.heldMicros) return "budget";
      const { spentMicros, heldMicros } = dayOf(account, day);
      return micros > account.dailyBudgetMicros - spentMicros - heldMicros ? "daily_budget" : undefined;
    },
    move: (campaignId, day, by) => {
      const account = get(campaignId);
      if (account === undefined) throw new Error(`campaign ${campaignId} has no account: restore a backup.`);
      for (const balance of [account, dayOf(account, day)]) {
        balance.spentMicros += by.spentMicros;
        balance.heldMicros += by.heldMicros;
      }
      moved.set(account, (moved.get(account) ?? new Set()).add(day));
    },
  });
  for (const [account, days] of moved) writeAccount(db, account, days);
  return result;
}

const statuses: readonly Account["status"][] = ["active", "paused", "removed"];

function readAccount(db: Database, campaignId: string): Account | undefined {
  const row = db.get(selectAccount, campaignId);
  if (row === undefined) return undefined;
  const impressions = optionalIntegerOf(row, "cap_impressions");
  return {
    campaignId,
    status: wordOf(row, "status", statuses),
    timeZone: textOf(row, "time_zone"),
    totalBudgetMicros: integerOf(row, "total_budget"),
    dailyBudgetMicros: integerOf(row, "daily_budget"),
    cap:
      impressions === undefined
        ? undefined
        : { impressions, window: optionalIntegerOf(row, "cap_window_ms") ?? "day" },
    spentMicros: integerOf(row, "spent"),
    heldMicros: integerOf(row, "held"),
    days: new Map(),
  };
}

function readDay(db: Database, campaignId: string, day: CampaignDay): Balance {
  const row = db.get(selectDay, campaignId, day);
  if (row === undefined) return { spentMicros: 0, heldMicros: 0 };
  return { spentMicros: integerOf(row, "spent"), heldMicros: integerOf(row, "held") };
}

function writeAccount(db: Database, account: Account, days: ReadonlySet<CampaignDay>): void {
  const { campaignId, spentMicros, heldMicros, dailyBudgetMicros } = account;
  db.run(updateAccount, spentMicros, heldMicros, campaignId);
  for (const day of days) {
    const { spentMicros: spent, heldMicros: held } = account.days.get(day) ?? readDay(db, campaignId, day);
    // No upsert: SQLite checks the row that would be inserted even where it is not.
    const known = db.run(updateDay, spent + held, dailyBudgetMicros, spent, held, campaignId, day);
    if (known === 0) db.run(insertDay, campaignId, day, dailyBudgetMicros, spent, held);
  }
}
