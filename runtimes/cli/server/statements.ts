import * as v from "valibot";
import { headOf } from "../../../core/reporting/csv.ts";
import {
  type CloseOptions,
  inUnits,
  noAccount,
  noAmount,
  noStatement,
  noStatements,
  type ShowOptions,
  summary,
} from "../statements.ts";
import { alignColumns, type ExitCode, printable, type Terminal } from "../terminal.ts";
import type { Server } from "./connect.ts";

const head = v.looseObject({
  id: v.string(),
  account: v.string(),
  number: v.number(),
  period: v.string(),
  timeZone: v.string(),
  currency: v.optional(v.string()),
  total: v.looseObject({ charges: v.number(), chargedMicros: v.number(), adjustedMicros: v.number() }),
});
type Head = v.InferOutput<typeof head>;
const closings = v.object({
  items: v.array(
    v.looseObject({
      account: v.string(),
      outcome: v.string(),
      detail: v.nullable(v.string()),
      statement: v.nullable(head),
    }),
  ),
  next: v.nullable(v.string()),
});
const amounts = v.record(v.string(), v.number());
const whole = v.object({
  total: amounts,
  seen: v.number(),
  lines: v.array(v.objectWithRest({ id: v.string(), kind: v.string() }, v.number())),
});
const heads = v.object({ items: v.array(head), next: v.nullable(v.number()) });
const pageSize = 100;

/** Closes a month for one account or for all by a running server, piece by piece. */
export async function closeOnServer(
  { call }: Server,
  terminal: Terminal,
  month: string,
  { timeZone, account, json }: CloseOptions,
): Promise<ExitCode> {
  let code: ExitCode = 0;
  let isEmpty = account === undefined;
  for (let after: string | null | undefined; after !== null; ) {
    const body = { period: month, timeZone, account, after };
    const { items, next } = await call(closings, "POST", "/statements", { body });
    for (const closing of items) {
      isEmpty = false;
      if (closing.outcome === "refused") {
        code = 1;
        terminal.talk(printable(`${closing.account}: ${closing.detail}`));
      }
      if (account !== undefined && closing.outcome === "nothing") terminal.talk(noAmount);
      if (json) terminal.data(JSON.stringify(closing));
      else if (closing.statement !== null)
        terminal.data(alignColumns([row(closing.statement, closing.outcome)]));
    }
    after = next;
  }
  if (isEmpty) terminal.talk(noAccount(month));
  return code;
}

/** Prints the statements of an account, the last one first. */
export async function listOnServer(
  { call }: Server,
  terminal: Terminal,
  account: string,
  { json }: { readonly json: boolean },
): Promise<ExitCode> {
  const found: Head[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const page = await call(heads, "GET", "/statements", { query: { account, before, limit: pageSize } });
    found.push(...page.items);
    before = page.next;
  }
  if (json) terminal.data(JSON.stringify(found));
  else if (found.length === 0) terminal.talk(noStatements);
  else terminal.data(alignColumns(found.map((one) => row(one, ""))));
  return 0;
}

/** Prints one statement, the last one by default. */
export async function showOnServer(
  { call, text }: Server,
  terminal: Terminal,
  account: string,
  { number, csv, json }: ShowOptions,
): Promise<ExitCode> {
  const before = number === undefined ? undefined : number + 1;
  const { items } = await call(heads, "GET", "/statements", { query: { account, before, limit: 1 } });
  const [found] = items;
  if (found === undefined || (number !== undefined && found.number !== number)) {
    terminal.talk(noStatement);
    return 1;
  }
  const path = `/statements/${encodeURIComponent(found.id)}`;
  if (json) {
    terminal.data(JSON.stringify(await call(v.unknown(), "GET", path)));
    return 0;
  }
  if (csv) {
    terminal.data((await text(path, { format: "csv" })).trimEnd());
    return 0;
  }
  const { total, seen, lines } = await call(whole, "GET", path);
  const names = Object.keys(total);
  const { currency } = found;
  const header = names.map((name) => (currency === undefined ? name : headOf(name, currency)));
  const rows = [
    ["kind", "id", "seen", ...header],
    ...lines.map((line) => ["kind", "id", "seen", ...names].map((name) => line[name] ?? "")),
    ["total", "", seen, ...Object.values(total)],
  ];
  terminal.data(alignColumns(inUnits(rows, currency)));
  return 0;
}

function row({ total, ...statement }: Head, word: string): readonly string[] {
  return summary({ ...statement, ...total }, word);
}
