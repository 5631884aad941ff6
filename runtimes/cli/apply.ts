import * as v from "valibot";
import type { Catalog } from "../../core/catalog/entities.ts";
import type { CatalogIssue } from "../../core/catalog/messages.ts";
import { maxListedErrors } from "../../core/contract/error-list.ts";
import { applyCatalogDocument } from "../../core/management/apply-document.ts";
import { commandLine } from "../../core/management/audit-entries.ts";
import { newDefaultNotice } from "../../core/management/currency.ts";
import { topicForecast } from "../../core/management/topic-routes.ts";
import { createMoneyFormat, type MoneyFormat } from "../../core/money-format.ts";
import type { FieldChange } from "../../core/planning/field-change.ts";
import type { PlannedChange } from "../../core/planning/plan.ts";
import { type BudgetFloor, entityKinds } from "../../core/storage/catalog-change.ts";
import { type DescribedForecasts, describeForecasts } from "../../core/topics/describe-forecast.ts";
import { changeLines, count, show } from "./change-lines.ts";
import { configuredCurrency } from "./currency.ts";
import { forecastLines } from "./forecast-lines.ts";
import { InvalidSetting } from "./invalid-setting.ts";
import { printErrors, printIssues } from "./issues.ts";
import { currencyOf, type Server, ServerRefused } from "./server/connect.ts";
import type { ExitCode, Terminal } from "./terminal.ts";
import { runWatched } from "./watched.ts";

export interface ApplyOptions {
  /** Only show the changes. */
  readonly plan: boolean;
  /** Remove everything that the document omits. */
  readonly prune: boolean;
  readonly json: boolean;
  /** Print each change with its fields, instead of the number of changes by kind. */
  readonly verbose?: boolean | undefined;
  /** Allow creatives to link to local and private hosts: for development. */
  readonly allowLocalUrls: boolean;
}

/** The single line that `--json` prints. */
type Report =
  | { readonly outcome: "applied" | "planned" | "unchanged"; readonly changes: readonly PlannedChange[] }
  /** At most 100 errors; `omitted` counts the others. */
  | { readonly outcome: "invalid"; readonly issues: readonly CatalogIssue[]; readonly omitted: number }
  | {
      readonly outcome: "budget_below_floor";
      readonly floors: readonly BudgetFloor[];
      readonly omitted: number;
    }
  | { readonly outcome: "conflict" };

/** Applies the document to the stored catalogue, completely or not at all. */
export async function applyDocument(
  store: Parameters<typeof applyCatalogDocument>[0],
  terminal: Terminal,
  document: unknown,
  options: ApplyOptions,
): Promise<ExitCode> {
  const currency = configuredCurrency();
  const result = await applyCatalogDocument(store, document, {
    ...options,
    currency,
    actor: commandLine,
    run: (task) => runWatched(task, "Comparing, and training topics", terminal),
    onNewDefault: () => terminal.talk(newDefaultNotice),
    onStore: (changes) => terminal.progress?.(`Storing ${count(changes, "change")} …`),
  });
  switch (result.outcome) {
    case "applied":
    case "planned": {
      const { outcome, changes, topics } = result;
      return report(
        terminal,
        options,
        { outcome, changes },
        { money: createMoneyFormat(result.currency), topics: describeForecasts(topics) },
      );
    }
    case "budget_below_floor": {
      const floors = result.floors.slice(0, maxListedErrors);
      const omitted = result.floors.length - floors.length;
      const money = createMoneyFormat(result.currency);
      return report(terminal, options, { outcome: result.outcome, floors, omitted }, { money });
    }
    case "unchanged":
      return report(terminal, options, { outcome: "unchanged", changes: [] });
    case "other_currency":
      throw new InvalidSetting(result.fault);
    default:
      return report(terminal, options, result);
  }
}

/** JSON omits a side that is absent. */
const fieldChange = v.pipe(
  v.object({ path: v.string(), from: v.optional(v.unknown()), to: v.optional(v.unknown()) }),
  v.transform(({ path, from, to }): FieldChange => ({ path, from, to })),
);
const plannedChanges = v.object({
  changes: v.array(
    v.object({
      kind: v.picklist(entityKinds),
      id: v.string(),
      action: v.picklist(["create", "update", "remove"]),
      fields: v.optional(v.array(fieldChange)),
    }),
  ),
  forecasts: v.array(topicForecast),
  advice: v.array(v.string()),
});

/** The same by a running server, which trains the topics. */
export async function applyOnServer(
  server: Server,
  terminal: Terminal,
  document: unknown,
  options: ApplyOptions,
): Promise<ExitCode> {
  const path = options.plan ? "/catalog/plan" : "/catalog/apply";
  const body = { catalog: document, prune: options.prune };
  try {
    terminal.progress?.(`The server ${options.plan ? "plans" : "applies"} the document …`);
    const { changes, ...topics } = await server.call(plannedChanges, "POST", path, { body });
    if (changes.length === 0) return report(terminal, options, { outcome: "unchanged", changes });
    const outcome = options.plan ? "planned" : "applied";
    return report(
      terminal,
      options,
      { outcome, changes },
      { money: createMoneyFormat(await currencyOf(server)), topics },
    );
  } catch (error) {
    if (!(error instanceof ServerRefused && error.code === "invalid_request")) throw error;
    return report(terminal, options, { outcome: "invalid", issues: error.errors, omitted: 0 });
  }
}

/** Without `money` the result has no amounts. `topics`: what the created and changed topics will do. */
function report(
  terminal: Terminal,
  { json, prune, verbose = false }: ApplyOptions,
  result: Report,
  { money, topics }: { readonly money?: MoneyFormat; readonly topics?: DescribedForecasts } = {},
): ExitCode {
  if (json) terminal.data(JSON.stringify(result));
  switch (result.outcome) {
    case "invalid":
      if (!json) printIssues(terminal, result.issues, result.omitted);
      terminal.talk(
        `Nothing was applied: ${count(result.issues.length + result.omitted, "mistake")} in the catalogue.`,
      );
      return 2;
    case "budget_below_floor":
      printErrors(
        terminal,
        result.floors.map((floor) => floorLine(floor, money)),
        result.omitted,
      );
      terminal.talk("Nothing was applied. To stop a campaign now, set its status to paused.");
      return 1;
    case "conflict":
      terminal.talk("Nothing was applied, because of concurrent changes to the catalogue. Try again.");
      return 1;
    case "unchanged":
      terminal.talk("Nothing to change.");
      return 0;
    case "planned":
    case "applied":
      if (!json) terminal.data(changeLines(terminal, result.changes, result.outcome, verbose, money));
      terminal.talk(`${count(result.changes.length, "change")} ${result.outcome}.`);
      if (!json && !verbose) terminal.talk("--verbose lists each of them.");
      if (topics !== undefined) for (const line of forecastLines(topics, verbose)) terminal.talk(line);
      if (!prune) terminal.talk("Objects that the document omits stay; --prune removes them.");
      return 0;
    default:
      return result satisfies never;
  }
}

function floorLine({ campaignId, field, floorMicros }: BudgetFloor, money: MoneyFormat | undefined): string {
  return `campaign ${campaignId}: ${field} must be at least ${show(floorMicros, field, money)}, the amount already spent or held.`;
}

/** Whether the catalogue has no entities. */
export function isEmptyCatalog(catalog: Catalog): boolean {
  return Object.values(catalog).every((entities: readonly unknown[]) => entities.length === 0);
}
