import { type Micros, maxMicros } from "../../core/billing/money.ts";
import type { Campaign } from "../../core/catalog/entities.ts";
import type { CampaignDay } from "../../core/storage.ts";
import type { Entry } from "./deliveries.ts";

/** What is spent and held, in total or on one day. */
export interface Balance {
  spentMicros: Micros;
  heldMicros: Micros;
}

interface DailyBalance extends Balance {
  readonly day: CampaignDay;
}

/** What is kept of one campaign, so that an order finds it all with one look. It outlives the campaign. */
export interface Account extends Balance {
  /** As it is stored; `undefined` before it was and after it was removed. */
  campaign: Campaign | undefined;
  /** The last budgets that were stored. */
  totalBudgetMicros: Micros;
  dailyBudgetMicros: Micros;
  /** The last day on which something moved, and the others. */
  latest: DailyBalance | undefined;
  readonly earlier: DailyBalance[];
  /** Deliveries by user, oldest first, of a campaign that has or had a frequency cap; nobody asks for others. */
  byUser: Map<string, Entry[]> | undefined;
}

export type Accounts = Map<string, Account>;

/** Opens the campaign's account, or takes over what changed. */
export function setCampaign(accounts: Accounts, campaign: Campaign): void {
  const account = accountOf(accounts, campaign.id);
  account.campaign = campaign;
  // No budget still ends at the largest amount there is: sums stay exact.
  account.totalBudgetMicros = campaign.totalBudgetMicros ?? maxMicros;
  account.dailyBudgetMicros = campaign.dailyBudgetMicros ?? maxMicros;
}

export function removeCampaign(accounts: Accounts, campaignId: string): void {
  const account = accounts.get(campaignId);
  if (account !== undefined) account.campaign = undefined;
}

export function accountOf(accounts: Accounts, campaignId: string): Account {
  const known = accounts.get(campaignId);
  if (known !== undefined) return known;
  const account: Account = {
    campaign: undefined,
    spentMicros: 0,
    heldMicros: 0,
    totalBudgetMicros: maxMicros,
    dailyBudgetMicros: maxMicros,
    latest: undefined,
    earlier: [],
    byUser: undefined,
  };
  accounts.set(campaignId, account);
  return account;
}

export function balanceOf(account: Account, day: CampaignDay): Readonly<Balance> {
  return findBalance(account, day) ?? nothing;
}

/** The days on which something moved. */
export function daysOf({ latest, earlier }: Account): readonly CampaignDay[] {
  return [...earlier, ...(latest === undefined ? [] : [latest])].map(({ day }) => day);
}

/** Which budget, if any, has less than `micros` left. Subtracts, because sums of three amounts are not exact. */
export function shortOf(
  account: Account,
  day: CampaignDay,
  micros: Micros,
): "budget" | "daily_budget" | undefined {
  if (micros > free(account.totalBudgetMicros, account)) return "budget";
  if (micros > free(account.dailyBudgetMicros, balanceOf(account, day))) return "daily_budget";
  return undefined;
}

function free(budgetMicros: Micros, balance: Readonly<Balance>): Micros {
  return budgetMicros - balance.spentMicros - balance.heldMicros;
}

/** Adds to what is spent and held, in total and on the day; negative amounts take away. */
export function move(account: Account, day: CampaignDay, by: Readonly<Balance>): void {
  for (const balance of [account, findBalance(account, day) ?? openDay(account, day)]) {
    balance.spentMicros += by.spentMicros;
    balance.heldMicros += by.heldMicros;
  }
}

const nothing: Readonly<Balance> = { spentMicros: 0, heldMicros: 0 };

function findBalance({ latest, earlier }: Account, day: CampaignDay): Balance | undefined {
  return latest?.day === day ? latest : earlier.findLast((balance) => balance.day === day);
}

function openDay(account: Account, day: CampaignDay): Balance {
  if (account.latest !== undefined) account.earlier.push(account.latest);
  account.latest = { day, spentMicros: 0, heldMicros: 0 };
  return account.latest;
}
