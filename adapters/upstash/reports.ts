import type { AuditQuery, AuditRecord } from "../../core/storage/audit-store.ts";
import type {
  ChargeField,
  ChargeQuery,
  ChargeTotal,
  UniqueListQuery,
  UniquesField,
  UniquesQuery,
  UniquesTotal,
} from "../../core/storage/report-store.ts";
import { exactInteger } from "../kit/exact-integer.ts";
import { storedAuditRecord } from "../kit/stored-records.ts";
import { chargeTotal } from "../kit/totals.ts";
import { countUniques } from "../kit/uniques.ts";
import { chargeFields, firstField } from "./charge-line.ts";
import { type Context, nowArgument } from "./context.ts";
import { misfit, parseNumber, parseRecord, parseText, valuesOf } from "./json.ts";
import { listArgument, ownerArguments } from "./owner-arguments.ts";
import { readAuditScript, readChargesScript, readUsersScript } from "./scripts/reports.ts";

type Totals = Omit<ChargeTotal, ChargeField | "operatorMicros">;
type Sums = { readonly [Name in keyof Totals]: bigint };

/** The places of fields in a stored view. */
const placeOf: Readonly<Record<UniquesField, number>> = { publisherId: 1, apiKeyId: 3, platformId: 4 };

/** Charges and adjustments, or views, that one script looks at. */
const enough = 10_000;

export async function readCharges(context: Context, query: ChargeQuery): Promise<readonly ChargeTotal[]> {
  const by = [...new Set(query.by)];
  const sums = new Map<string, Sums>();
  const places = by.map((field) =>
    field === "hour" ? "0" : String(chargeFields.indexOf(field) + firstField),
  );
  const filters = [...ownerArguments(query), listArgument(query.marks)];
  for (let place = ["1", "", ""]; place.length === 3; ) {
    const args = [String(query.from), String(query.to), String(enough), ...filters, ...place, ...places];
    const { head, lines } = await context.run(readChargesScript, [context.keys.root], args);
    if (head[0] !== "charges") misfit("charges");
    for (const line of lines) add(sums, line);
    const [, kind = "", at = "", id] = head;
    place = kind === "" ? [] : [kind, at, parseText(id)];
  }
  return [...sums]
    .sort(([, a], [, b]) => Number(b.spentMicros - a.spentMicros))
    .slice(0, query.limit)
    .map(([key, sum]) => chargeTotal(totalsOf(sum), by, valuesOf(key, by)));
}

const nothing: Sums = {
  charges: 0n,
  adjustments: 0n,
  spentMicros: 0n,
  publisherMicros: 0n,
  adjustedMicros: 0n,
  adjustedPublisherMicros: 0n,
};

function totalsOf(sums: Sums): Totals {
  return {
    charges: exactInteger(sums.charges),
    adjustments: exactInteger(sums.adjustments),
    spentMicros: exactInteger(sums.spentMicros),
    publisherMicros: exactInteger(sums.publisherMicros),
    adjustedMicros: exactInteger(sums.adjustedMicros),
    adjustedPublisherMicros: exactInteger(sums.adjustedPublisherMicros),
  };
}

/** A sum of `readChargesScript`. */
function parseSum(text = ""): bigint {
  const [units, rest] = text.split(" ");
  return BigInt(parseNumber(units)) * 1_000_000_000n + BigInt(parseNumber(rest));
}

function add(sums: Map<string, Sums>, line: string): void {
  const [charges, charged, publisher, adjustments, adjusted, adjustedPublisher, ...rest] = line.split("\t");
  const key = rest.join("\t");
  const sum = sums.get(key) ?? nothing;
  sums.set(key, {
    charges: sum.charges + parseSum(charges),
    adjustments: sum.adjustments + parseSum(adjustments),
    spentMicros: sum.spentMicros + parseSum(charged) - parseSum(adjusted),
    publisherMicros: sum.publisherMicros + parseSum(publisher) - parseSum(adjustedPublisher),
    adjustedMicros: sum.adjustedMicros + parseSum(adjusted),
    adjustedPublisherMicros: sum.adjustedPublisherMicros + parseSum(adjustedPublisher),
  });
}

export async function readUniques(context: Context, query: UniquesQuery): Promise<readonly UniquesTotal[]> {
  const { by = [] } = query;
  const uniques = countUniques(query);
  for (const [index, range] of query.ranges.entries()) {
    for await (const [one, ...values] of usersIn(context, { ...query, ...range }, by)) {
      uniques.add(index, values, one);
    }
  }
  return uniques.totals();
}

/** Reads all users of the range for each page. */
export async function listUniques(context: Context, query: UniqueListQuery): Promise<readonly string[]> {
  const { after, limit } = query;
  const found = new Set<string>();
  for await (const [one] of usersIn(context, query, []))
    if (after === undefined || one > after) found.add(one);
  return [...found].sort().slice(0, limit);
}

/** Each user or network of a range with the values of the fields, some of them more than once. */
async function* usersIn(
  context: Context,
  { from, to, of = "users", ...owners }: Omit<UniqueListQuery, "after" | "limit">,
  by: readonly UniquesField[],
): AsyncGenerator<readonly [one: string, ...values: string[]]> {
  const kept = [nowArgument(context), String(context.networksKeptMs)];
  const places = by.map((field) => String(placeOf[field]));
  for (let next = from < to ? String(from) : ""; next !== ""; ) {
    const args = [next, String(to), String(enough), ...ownerArguments(owners), of, ...kept, ...places];
    const { head, lines } = await context.run(readUsersScript, [context.keys.root], args);
    if (head[0] !== "users") misfit("users");
    for (const line of lines) {
      const [one = "", ...values] = line.split("\t").map(parseText);
      yield [one, ...values];
    }
    next = head[1] ?? "";
  }
}

export async function readAudit(context: Context, query: AuditQuery): Promise<readonly AuditRecord[]> {
  const { before, after, publisherId, kind, entityId, limit } = query;
  const order = after === undefined ? "newest" : "oldest";
  let [low, high] = [String(after ?? 0), before === undefined ? "+inf" : String(before)];
  const wanted = [publisherId, kind, entityId].map((value) => (value === undefined ? "" : `=${value}`));
  const records: AuditRecord[] = [];
  for (;;) {
    const args = [order, low, high, String(limit - records.length), ...wanted];
    const { head, lines } = await context.run(readAuditScript, [context.keys.root], args);
    records.push(...lines.map(toRecord));
    const next = head[1] ?? "";
    if (next === "" || records.length >= limit) return records;
    if (order === "newest") high = next;
    else low = next;
  }
}

function toRecord(line: string): AuditRecord {
  const [id, at, json = ""] = line.split("\t");
  return storedAuditRecord({ ...parseRecord(json), id: parseNumber(id), at: parseNumber(at) });
}
