import type { Campaign } from "../../core/catalog/entities.ts";
import { type Micros, maxMicros } from "../../core/money.ts";
import type { CampaignDay } from "../../core/timing/campaign-day.ts";
import { Amounts, columns } from "./amounts.ts";
import type { Entry } from "./deliveries.ts";

/** What is spent and held, in total or on one day. */
export interface Balance {
  spentMicros: Micros;
  heldMicros: Micros;
}

interface DailyBalance extends Balance {
  readonly day: CampaignDay;
}

/** What is kept of one campaign, so that an order finds it all with few looks. It outlives the campaign. */
export interface Account {
  /** As it is stored; `undefined` before it was and after it was removed. */
  campaign: Campaign | undefined;
  /** The last budgets that were stored, and what is spent and held. */
  readonly amounts: Amounts;
  readonly row: number;
  /** The last day on which something moved, and the others. */
  latestDay: CampaignDay | undefined;
  earlier: readonly DailyBalance[];
  /** Deliveries by user, oldest first, of a campaign that has or had a frequency cap; nobody asks for others. */
  byUser: Map<string, Entry[]> | undefined;
}

export interface Accounts {
  readonly byId: Map<string, Account>;
  readonly amounts: Amounts;
}

export function emptyAccounts(): Accounts {
  return { byId: new Map(), amounts: new Amounts() };
}

/** Opens the campaign's account, or takes over what changed. */
export function setCampaign(accounts: Accounts, campaign: Campaign): void {
  const account = accountOf(accounts, campaign.id);
  account.campaign = campaign;
  // No budget still ends at the largest amount there is: sums stay exact.
  account.amounts.set(account.row, columns.totalBudget, campaign.totalBudgetMicros ?? maxMicros);
  account.amounts.set(account.row, columns.dailyBudget, campaign.dailyBudgetMicros ?? maxMicros);
}

export function removeCampaign(accounts: Accounts, campaignId: string): void {
  const account = accounts.byId.get(campaignId);
  if (account !== undefined) account.campaign = undefined;
}

export function accountOf({ byId, amounts }: Accounts, campaignId: string): Account {
  const known = byId.get(campaignId);
  if (known !== undefined) return known;
  const row = amounts.open();
  amounts.set(row, columns.totalBudget, maxMicros);
  amounts.set(row, columns.dailyBudget, maxMicros);
  const account: Account = {
    campaign: undefined,
    amounts,
    row,
    latestDay: undefined,
    earlier: noDays,
    byUser: undefined,
  };
  byId.set(campaignId, account);
  return account;
}

/** In total. */
export function totalOf({ amounts, row }: Account): Readonly<Balance> {
  return { spentMicros: amounts.get(row, columns.spent), heldMicros: amounts.get(row, columns.held) };
}

/** On one day. */
export function balanceOf(account: Account, day: CampaignDay): Readonly<Balance> {
  return account.latestDay === day ? latestOf(account) : (earlierOf(account, day) ?? nothing);
}

/** The days on which something moved. */
export function daysOf({ latestDay, earlier }: Account): readonly CampaignDay[] {
  return [...earlier.map(({ day }) => day), ...(latestDay === undefined ? [] : [latestDay])];
}

/** Which budget, if any, has less than `micros` left. Subtracts, because sums of three amounts are not exact. */
export function shortOf(
  account: Account,
  day: CampaignDay,
  micros: Micros,
): "budget" | "daily_budget" | undefined {
  const { amounts, row, latestDay } = account;
  const { totalBudget, dailyBudget, spent, held, daySpent, dayHeld } = columns;
  if (micros > amounts.get(row, totalBudget) - amounts.get(row, spent) - amounts.get(row, held))
    return "budget";
  const daily = amounts.get(row, dailyBudget);
  const free =
    latestDay === day
      ? daily - amounts.get(row, daySpent) - amounts.get(row, dayHeld)
      : freeEarlier(daily, earlierOf(account, day));
  return micros > free ? "daily_budget" : undefined;
}

function freeEarlier(budgetMicros: Micros, balance: Readonly<Balance> = nothing): Micros {
  return budgetMicros - balance.spentMicros - balance.heldMicros;
}

/** Adds to what is spent and held, in total and on the day; negative amounts take away. */
export function move(
  account: Account,
  day: CampaignDay,
  { spentMicros, heldMicros }: Readonly<Balance>,
): void {
  const { amounts, row } = account;
  amounts.add(row, columns.spent, spentMicros);
  amounts.add(row, columns.held, heldMicros);
  const earlier = account.latestDay === day ? undefined : earlierOf(account, day);
  if (earlier === undefined) {
    if (account.latestDay !== day) openDay(account, day);
    amounts.add(row, columns.daySpent, spentMicros);
    amounts.add(row, columns.dayHeld, heldMicros);
  } else {
    earlier.spentMicros += spentMicros;
    earlier.heldMicros += heldMicros;
  }
}

const nothing: Readonly<Balance> = { spentMicros: 0, heldMicros: 0 };
const noDays: readonly DailyBalance[] = [];

function latestOf({ amounts, row }: Account): Balance {
  return { spentMicros: amounts.get(row, columns.daySpent), heldMicros: amounts.get(row, columns.dayHeld) };
}

function earlierOf({ earlier }: Account, day: CampaignDay): Balance | undefined {
  return earlier.findLast((balance) => balance.day === day);
}

function openDay(account: Account, day: CampaignDay): void {
  const { amounts, row, latestDay, earlier } = account;
  if (latestDay !== undefined) account.earlier = [...earlier, { day: latestDay, ...latestOf(account) }];
  account.latestDay = day;
  amounts.set(row, columns.daySpent, 0);
  amounts.set(row, columns.dayHeld, 0);
}
