import { adjustCharges } from "../../core/billing/adjust-charge.ts";
import type {
  Adjustment,
  AdjustmentListQuery,
  Charge,
  ChargeListQuery,
  SettlementStore,
  Statement,
  StatementQuery,
} from "../../core/storage/settlement-store.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { checkedBatch } from "../kit/batch.ts";
import { note } from "./audit-trail.ts";
import type { MemoryLedger } from "./ledger.ts";
import { isOfOwners } from "./reports.ts";
import type { State } from "./state.ts";

/** Charges, adjustments and statements in the memory of one process. */
export function settlementOf({ ledger, statements, trail }: State, clock: Clock): SettlementStore {
  return {
    listCharges: async (query) => listCharges(ledger, query),
    adjustCharges: async (orders, audit) => {
      const now = clock();
      const outcomes = adjustCharges(ledger, checkedBatch(orders), now);
      const isAdjusted = outcomes.some(({ outcome }) => outcome === "adjusted");
      if (audit !== undefined && isAdjusted) note(trail, [audit], now);
      return outcomes;
    },
    listAdjustments: async (query) => listAdjustments(ledger, query),
    addStatement: async (statement, audit) => {
      const answer = addStatement(statements, statement);
      if (audit !== undefined && answer === "added") note(trail, [audit], clock());
      return answer;
    },
    listStatements: async (query) => listStatements(statements, query),
  };
}

function listCharges(ledger: MemoryLedger, query: ChargeListQuery): readonly Charge[] {
  const { from, to, after, limit } = query;
  const found: Charge[] = [];
  const listed = query.deliveryIds && checkedBatch(query.deliveryIds);
  const entries = listed?.flatMap((id) => ledger.findCharged(id) ?? []) ?? ledger.everyDelivery();
  for (const entry of entries) {
    const charge = ledger.chargeOf(entry);
    if (charge === undefined || charge.chargedAt < from || charge.chargedAt >= to) continue;
    if (!isOfOwners(charge, query) || query.marks?.includes(charge.mark) === false) continue;
    if (after === undefined || compareCharges(charge, after) > 0) found.push(charge);
  }
  return found.sort(compareCharges).slice(0, limit);
}

type ChargePlace = Pick<Charge, "chargedAt" | "deliveryId">;

function compareCharges(a: ChargePlace, b: ChargePlace): number {
  return a.chargedAt - b.chargedAt || compareText(a.deliveryId, b.deliveryId);
}

function listAdjustments(ledger: MemoryLedger, query: AdjustmentListQuery): readonly Adjustment[] {
  const { from, to, after, limit } = query;
  return [...ledger.adjustments.values()]
    .filter((adjustment) => adjustment.at >= from && adjustment.at < to && isOfOwners(adjustment, query))
    .filter((adjustment) => after === undefined || compareAdjustments(adjustment, after) > 0)
    .sort(compareAdjustments)
    .slice(0, limit);
}

type AdjustmentPlace = Pick<Adjustment, "at" | "id">;

function compareAdjustments(a: AdjustmentPlace, b: AdjustmentPlace): number {
  return a.at - b.at || compareText(a.id, b.id);
}

/** Any fixed order of texts does; this one is that of code units. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function addStatement(statements: Map<string, Statement[]>, statement: Statement): "added" | "exists" {
  const { account, number } = statement;
  const ofAccount = statements.get(account) ?? [];
  if (number !== ofAccount.length + 1) return "exists";
  statements.set(account, [...ofAccount, statement]);
  return "added";
}

function listStatements(
  statements: ReadonlyMap<string, readonly Statement[]>,
  { accounts, before, limit }: StatementQuery,
): readonly Statement[] {
  const wanted =
    accounts?.flatMap((account) => statements.get(account) ?? []) ?? [...statements.values()].flat();
  return wanted
    .filter(({ number }) => before === undefined || number < before)
    .sort((a, b) => b.number - a.number || compareText(a.account, b.account))
    .slice(0, limit);
}
