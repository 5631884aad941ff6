import type { AuditEntry } from "../../core/storage/audit-store.ts";
import type {
  Adjustment,
  AdjustmentListQuery,
  AdjustmentOrder,
  AdjustmentOutcome,
  Charge,
  ChargeListQuery,
  SettlementStore,
} from "../../core/storage/settlement-store.ts";
import { checkedBatch } from "../kit/batch.ts";
import { toAdjustment, toCharge } from "./charge-line.ts";
import { type Context, newNonce, nowArgument } from "./context.ts";
import { misfit, parseNumber, parseText } from "./json.ts";
import { listArgument, ownerArguments } from "./owner-arguments.ts";
import { adjustScript } from "./scripts/adjust.ts";
import { findChargesScript, listScript } from "./scripts/charge-lists.ts";
import { addStatement, listStatements } from "./statements.ts";

export function settlementOf(context: Context): SettlementStore {
  return {
    listCharges: (query) => listCharges(context, query),
    adjustCharges: async (orders, audit) => adjustCharges(context, checkedBatch(orders), audit),
    listAdjustments: (query) => listAdjustments(context, query),
    addStatement: (statement, audit) => addStatement(context, statement, audit),
    listStatements: (query) => listStatements(context, query),
  };
}

/** One script for all orders: the note and every adjustment are one step. */
async function adjustCharges(
  context: Context,
  orders: readonly AdjustmentOrder[],
  audit: AuditEntry | undefined,
): Promise<readonly AdjustmentOutcome[]> {
  const texts = [...new Set(orders.map(textOf))];
  const places = new Map(texts.map((text, n) => [text, String(n + 1)]));
  const { head, lines } = await context.run(
    adjustScript,
    [context.keys.root],
    [
      nowArgument(context),
      newNonce(),
      audit === undefined ? "" : JSON.stringify(audit),
      String(texts.length),
      ...texts,
      ...orders.flatMap((order) => [
        order.id,
        order.deliveryId,
        String(order.micros ?? ""),
        places.get(textOf(order)) ?? misfit("a text of each order"),
      ]),
    ],
  );
  if (head[0] !== "adjusted" || lines.length !== orders.length) misfit("an outcome for each order");
  return orders.map(({ id }, n) => toOutcome(id, lines[n] ?? ""));
}

/** Most orders of one call have the same. */
function textOf({ restoresBudget, reason, actor }: AdjustmentOrder): string {
  return [restoresBudget, reason, actor].map((value) => JSON.stringify(value)).join("\t");
}

function toOutcome(id: string, line: string): AdjustmentOutcome {
  const rest = line.slice(1);
  switch (line[0]) {
    case "u":
      return { outcome: "unknown" };
    case "-":
      return { outcome: "too_much", leftMicros: parseNumber(rest) };
    case "=":
      return { outcome: "duplicate", adjustment: toAdjustment(id, rest) };
    case "+":
      return { outcome: "adjusted", adjustment: toAdjustment(id, rest) };
    default:
      return misfit("an outcome");
  }
}

async function listCharges(context: Context, query: ChargeListQuery): Promise<readonly Charge[]> {
  const { deliveryIds, after } = query;
  if (deliveryIds !== undefined) return findCharges(context, query, deliveryIds);
  const last = after && { at: after.chargedAt, id: after.deliveryId };
  return (await listRows(context, ":charges", query, last, query.marks)).map(toCharge);
}

async function findCharges(
  { run, keys }: Context,
  query: ChargeListQuery,
  deliveryIds: readonly string[],
): Promise<readonly Charge[]> {
  const { from, to, after, limit } = query;
  const filters = [...ownerArguments(query), listArgument(query.marks)];
  const ids = new Set(checkedBatch(deliveryIds));
  const { head, lines } = await run(
    findChargesScript,
    [keys.root],
    [String(from), String(to), ...filters, ...ids],
  );
  if (head[0] !== "listed") misfit("charges");
  return lines
    .map(toCharge)
    .sort(compareCharges)
    .filter((charge) => after === undefined || compareCharges(charge, after) > 0)
    .slice(0, limit);
}

type ChargePlace = Pick<Charge, "chargedAt" | "deliveryId">;

/** As Redis orders them: ids of deliveries that were charged are ASCII. */
function compareCharges(a: ChargePlace, b: ChargePlace): number {
  return (
    a.chargedAt - b.chargedAt || (a.deliveryId < b.deliveryId ? -1 : Number(a.deliveryId > b.deliveryId))
  );
}

async function listAdjustments(context: Context, query: AdjustmentListQuery): Promise<readonly Adjustment[]> {
  const rows = await listRows(context, ":adjustments", query, query.after);
  return rows.map((row) => {
    const [id, , , ...line] = row.split("\t");
    return toAdjustment(parseText(id), line.join("\t"));
  });
}

async function listRows(
  { run, keys }: Context,
  set: ":charges" | ":adjustments",
  query: AdjustmentListQuery | ChargeListQuery,
  after: Pick<Adjustment, "at" | "id"> | undefined,
  marks?: readonly string[],
): Promise<readonly string[]> {
  const { from, to, limit } = query;
  const filters = [...ownerArguments(query), listArgument(marks)];
  const rows: string[] = [];
  let [at, id] = after === undefined ? ["", ""] : [String(after.at), after.id];
  for (;;) {
    const args = [set, String(from), String(to), at, id, String(limit - rows.length), ...filters];
    const { head, lines } = await run(listScript, [keys.root], args);
    if (head[0] !== "listed") misfit("charges");
    rows.push(...lines);
    at = head[1] ?? "";
    if (at === "" || rows.length >= limit) return rows;
    id = parseText(head[2]);
  }
}
