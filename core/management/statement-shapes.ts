import * as v from "valibot";
import type { Micros } from "../money.ts";
import { headOf } from "../reporting/csv.ts";
import type { Account } from "../settlement/account.ts";
import { type Amounts, earnedOf, type StatementDocument, spentOf } from "../settlement/statement.ts";
import type { CatalogView } from "./catalog-view.ts";
import type { Role } from "./principal.ts";

const micros = v.pipe(v.number(), v.safeInteger());
const instant = v.pipe(v.string(), v.isoTimestamp());
const notForPublishers = v.optional(v.pipe(micros, v.description("Not for publishers.")));
const notForAdvertisers = v.optional(v.pipe(micros, v.description("Not for advertisers.")));

const amounts = {
  charges: v.pipe(micros, v.description("Charged views.")),
  adjustments: v.pipe(micros, v.description("Adjustments of charges, of this period and of earlier ones.")),
  chargedMicros: notForPublishers,
  adjustedMicros: notForPublishers,
  spentMicros: v.optional(v.pipe(micros, v.description("Charged less adjusted. Not for publishers."))),
  chargedEarningsMicros: notForAdvertisers,
  adjustedEarningsMicros: notForAdvertisers,
  earningsMicros: v.optional(
    v.pipe(micros, v.description("The publishers' part of what is spent. Not for advertisers.")),
  ),
  operatorMicros: v.optional(v.pipe(micros, v.description("Only for the operator."))),
};

const head = {
  id: v.pipe(v.string(), v.description("The number, a hyphen and the account.")),
  account: v.pipe(v.string(), v.description("`publisher:` and the id, or `advertiser:` and the name.")),
  number: micros,
  name: v.string(),
  period: v.pipe(v.string(), v.description("The month, `YYYY-MM`.")),
  timeZone: v.string(),
  from: instant,
  to: instant,
  closedAt: instant,
  closedBy: v.optional(v.pipe(v.string(), v.description("Only for the operator."))),
  currency: v.optional(v.string()),
  total: v.pipe(v.strictObject(amounts), v.title("StatementAmounts")),
  seen: v.pipe(micros, v.description("Confirmed views by the statistics, which are best effort.")),
};

/** A statement without its lines. */
export const statementHead: v.GenericSchema = v.pipe(v.strictObject(head), v.title("StatementHead"));

/** A whole statement. */
export const wholeStatement: v.GenericSchema = v.pipe(
  v.strictObject({
    ...head,
    lines: v.array(
      v.pipe(
        v.strictObject({
          id: v.pipe(v.string(), v.description("The platform or campaign.")),
          kind: v.pipe(
            v.picklist(["platform", "campaign", "rest", "earlier"]),
            v.description(
              "`rest`: everything without a line of its own. `earlier`: amounts that committed after an earlier statement.",
            ),
          ),
          seen: micros,
          ...amounts,
        }),
        v.title("StatementLine"),
      ),
    ),
  }),
  v.title("Statement"),
);

type ShownAmounts = Readonly<Partial<Record<string, number>>>;

/** The amounts that a role sees: its own side of the money, and the operator all of it. */
function shownAmounts(of: Amounts, role: Role): ShownAmounts {
  const { charges, adjustments, chargedMicros, adjustedMicros } = of;
  const { chargedPublisherMicros, adjustedPublisherMicros } = of;
  const spentMicros: Micros = spentOf(of);
  const earningsMicros: Micros = earnedOf(of);
  return {
    charges,
    adjustments,
    ...(role !== "publisher" && { chargedMicros, adjustedMicros, spentMicros }),
    ...(role !== "advertiser" && {
      chargedEarningsMicros: chargedPublisherMicros,
      adjustedEarningsMicros: adjustedPublisherMicros,
      earningsMicros,
    }),
    ...(role === "operator" && { operatorMicros: spentMicros - earningsMicros }),
  };
}

/** A statement without its lines, as a role sees it. */
export function shownHead(statement: StatementDocument, role: Role): object {
  const { lines: _, total, closedBy, account, number, ...rest } = statement;
  return {
    id: `${number}-${account}`,
    account,
    number,
    ...rest,
    ...(role === "operator" && { closedBy }),
    total: shownAmounts(total, role),
  };
}

/** A statement as a role sees it. */
export function shownStatement(statement: StatementDocument, role: Role): object {
  const lines = statement.lines.map((line) => ({
    id: line.id,
    kind: line.kind,
    seen: line.seen,
    ...shownAmounts(line, role),
  }));
  return { ...shownHead(statement, role), lines };
}

/** A statement as a table: a header, its lines, and the total. The amounts are those of `shownStatement`. */
export function statementRows(
  statement: StatementDocument,
  role: Role,
): readonly (readonly (string | number)[])[] {
  const { currency } = statement;
  const names = Object.keys(shownAmounts(statement.total, role));
  const header = names.map((name) => (currency === undefined ? name : headOf(name, currency)));
  const cellsOf = (of: Amounts): readonly number[] =>
    Object.values(shownAmounts(of, role)).map((amount) => amount ?? 0);
  return [
    ["kind", "id", "seen", ...header],
    ...statement.lines.map((line) => [line.kind, line.id, line.seen, ...cellsOf(line)]),
    ["total", "", statement.seen, ...cellsOf(statement.total)],
  ];
}

/** Whether the catalogue names the account. Another one is closed only if it has amounts, so that a mistyped name stores nothing. */
export function isDeclared({ kind, id }: Account, { publishers, campaigns }: CatalogView): boolean {
  if (kind === "publisher") return publishers.has(id);
  for (const { advertiser } of campaigns.values()) if (advertiser === id) return true;
  return false;
}
