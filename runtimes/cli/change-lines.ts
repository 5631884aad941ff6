import type { MoneyFormat } from "../../core/money-format.ts";
import type { PlannedChange } from "../../core/planning/plan.ts";
import { alignColumns, type Colour, painted, printable, type Terminal } from "./terminal.ts";

const colours = { create: "green", update: "yellow", remove: "red" } as const satisfies Readonly<
  Record<PlannedChange["action"], Colour>
>;
const actions = ["create", "update", "remove"] as const;

/** The number of changes by kind and action, or with `isVerbose` each change with its fields. */
export function changeLines(
  terminal: Terminal,
  changes: readonly PlannedChange[],
  outcome: "planned" | "applied",
  isVerbose: boolean,
  money: MoneyFormat | undefined,
): string {
  if (isVerbose) return changes.map((change) => lines(terminal, change, money)).join("\n");
  const kinds = Map.groupBy(changes, ({ kind }) => kind);
  const rows = [...kinds].map(([kind, ofKind]) => {
    const counts = actions.flatMap((action) => {
      const n = ofKind.filter((change) => change.action === action).length;
      if (n === 0) return [];
      const word = outcome === "planned" ? `to ${action}` : `${action}d`;
      return `${n} ${painted(terminal, colours[action], word)}`;
    });
    return [kind, counts.join(", ")];
  });
  return alignColumns(rows);
}

function lines(
  terminal: Terminal,
  { action, kind, id, fields = [] }: PlannedChange,
  money: MoneyFormat | undefined,
): string {
  const details = fields.map(
    ({ path, from, to }) => `    ${path}: ${show(from, path, money)} -> ${show(to, path, money)}`,
  );
  const head = `${painted(terminal, colours[action], action)} ${printable(`${kind} ${id}`)}`;
  return [head, ...details.map(printable)].join("\n");
}

/** A value as in the document, and an amount also in its currency. */
export function show(value: unknown, path: string, money: MoneyFormat | undefined): string {
  if (value === undefined) return "(absent)";
  const amount = money?.field(path, value)?.replaceAll("\u00a0", " ");
  return JSON.stringify(value) + (amount === undefined ? "" : ` = ${amount}`);
}

/** A number with its noun. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
