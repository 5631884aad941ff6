import { type Micros, maxMicros } from "../../core/billing/money.ts";
import type { Campaign } from "../../core/catalog/entities.ts";
import type { CampaignDay } from "../../core/storage.ts";

/** What is spent and held, in total or on one day. */
export interface Balance {
  spentMicros: Micros;
  heldMicros: Micros;
}

/** The money of one campaign. It outlives the campaign, with the last budgets that were stored. */
export interface Account {
  readonly total: Balance;
  readonly days: Map<CampaignDay, Balance>;
  totalBudgetMicros: Micros;
  dailyBudgetMicros: Micros;
}

export type Accounts = Map<string, Account>;

/** Opens the campaign's account, or takes over its new budgets. */
export function setBudgets(accounts: Accounts, campaign: Campaign): void {
  const account = accountOf(accounts, campaign.id);
  // No budget still ends at the largest amount there is: sums stay exact.
  account.totalBudgetMicros = campaign.totalBudgetMicros ?? maxMicros;
  account.dailyBudgetMicros = campaign.dailyBudgetMicros ?? maxMicros;
}

export function accountOf(accounts: Accounts, campaignId: string): Account {
  const known = accounts.get(campaignId);
  if (known !== undefined) return known;
  const account: Account = {
    total: { spentMicros: 0, heldMicros: 0 },
    days: new Map(),
    totalBudgetMicros: maxMicros,
    dailyBudgetMicros: maxMicros,
  };
  accounts.set(campaignId, account);
  return account;
}

export function balanceOf(account: Account, day: CampaignDay): Readonly<Balance> {
  return account.days.get(day) ?? { spentMicros: 0, heldMicros: 0 };
}

/** Which budget, if any, has less than `micros` left. Subtracts, because sums of three amounts are not exact. */
export function shortOf(
  account: Account,
  day: CampaignDay,
  micros: Micros,
): "budget" | "daily_budget" | undefined {
  if (micros > free(account.totalBudgetMicros, account.total)) return "budget";
  if (micros > free(account.dailyBudgetMicros, balanceOf(account, day))) return "daily_budget";
  return undefined;
}

function free(budgetMicros: Micros, balance: Readonly<Balance>): Micros {
  return budgetMicros - balance.spentMicros - balance.heldMicros;
}

/** Adds to what is spent and held, in total and on the day; negative amounts take away. */
export function move(account: Account, day: CampaignDay, by: Readonly<Balance>): void {
  const daily = account.days.get(day) ?? { spentMicros: 0, heldMicros: 0 };
  account.days.set(day, daily);
  for (const balance of [account.total, daily]) {
    balance.spentMicros += by.spentMicros;
    balance.heldMicros += by.heldMicros;
  }
}
