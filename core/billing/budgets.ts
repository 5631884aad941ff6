import type { Campaign } from "../catalog/entities.ts";
import { type BasisPoints, type Micros, maxMicros, wholeShareBps } from "../money.ts";
import type { BudgetFloor } from "../storage/catalog-change.ts";
import type { Spend } from "../storage/serving-store.ts";
import { type CampaignDay, campaignDay } from "../timing/campaign-day.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { Account, Balance, Ledger } from "./ledger.ts";

/**
 * The budget, if any, that has less than `micros` left on `day`: "spent + held + price ≤ total budget, and the same for the
 * daily budget". The total budget is judged first. Subtracts, so that every amount stays a safe integer.
 */
export function exhaustedBudget(
  ledger: Ledger,
  { campaignId, totalBudgetMicros, dailyBudgetMicros, total }: Account,
  day: CampaignDay,
  micros: Micros,
): "budget" | "daily_budget" | undefined {
  if (micros > freeMicros(totalBudgetMicros, total)) return "budget";
  return micros > freeMicros(dailyBudgetMicros, ledger.dayOf(campaignId, day)) ? "daily_budget" : undefined;
}

/** Unproven requesters may hold at least this number of prices, even of a small budget. */
const minUnprovenHolds = 20;

/**
 * Whether a hold of `micros` with a share would take too much: "what open holds of such orders take of the campaign, and the price,
 * are together at most the share of the smaller one of its budgets, or 20 prices if that is more". The budgets have room for
 * the price, so the sum is a safe integer. A product that is none is larger than every such sum.
 */
export function isUnprovenShareUsed(
  { totalBudgetMicros, dailyBudgetMicros, unprovenHeldMicros }: Account,
  micros: Micros,
  shareBps: BasisPoints | undefined,
): boolean {
  if (shareBps === undefined || micros === 0) return false;
  const budgetMicros = Math.min(totalBudgetMicros, dailyBudgetMicros);
  if (budgetMicros === maxMicros) return false;
  const shareMicros = Math.floor(budgetMicros / wholeShareBps) * shareBps;
  return unprovenHeldMicros + micros > Math.max(minUnprovenHolds * micros, shareMicros);
}

function freeMicros(budgetMicros: Micros, { usedMicros, heldMicros }: Balance): Micros {
  return budgetMicros - usedMicros - heldMicros;
}

/** The budgets of a campaign that cannot be stored, because more is spent and held already. */
export function floorsOf(ledger: Ledger, campaign: Campaign, now: EpochMs): readonly BudgetFloor[] {
  // Before the account is read: an unknown time zone throws here for a new campaign, too.
  const day = campaignDay(campaign.timeZone, now);
  const account = ledger.findAccount(campaign.id);
  if (account === undefined) return [];
  return [
    ...floor(campaign, "totalBudgetMicros", account.total),
    ...floor(campaign, "dailyBudgetMicros", ledger.dayOf(campaign.id, day)),
  ];
}

function floor(
  campaign: Campaign,
  field: BudgetFloor["field"],
  { usedMicros, heldMicros }: Balance,
): readonly BudgetFloor[] {
  const floorMicros = usedMicros + heldMicros;
  const budgetMicros = campaign[field];
  return budgetMicros !== undefined && budgetMicros < floorMicros
    ? [{ campaignId: campaign.id, field, floorMicros }]
    : [];
}

/** "Spent, used and held per campaign at this moment, `undefined` for a campaign the store does not have." */
export function spendOf(ledger: Ledger, campaignId: string, now: EpochMs): Spend | undefined {
  const account = ledger.findAccount(campaignId);
  if (account === undefined || account.status === "removed") return undefined;
  const day = campaignDay(account.timeZone, now);
  const { usedMicros: dayUsedMicros, heldMicros: dayHeldMicros } = ledger.dayOf(campaignId, day);
  const spentMicros = account.total.usedMicros - account.waivedMicros;
  return { campaignId, spentMicros, ...account.total, day, dayUsedMicros, dayHeldMicros };
}
