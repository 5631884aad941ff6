import { readFile } from "node:fs/promises";
import process from "node:process";
import { text as readAll } from "node:stream/consumers";
import type { Catalog, Topic } from "../../core/catalog/entities.ts";
import type { CatalogIssue } from "../../core/catalog/messages.ts";
import { listErrors, maxListedErrors, omittedErrors } from "../../core/contract/error-list.ts";
import { catalogEntries, commandLine, keyRevocations } from "../../core/management/audit-entries.ts";
import { checkPlatformOrigins } from "../../core/management/public-suffix.ts";
import { publishersOf, removeWebhooksOf } from "../../core/management/webhook-entry.ts";
import { createMoneyFormat, type MoneyFormat } from "../../core/money-format.ts";
import { type CatalogPlan, type PlannedChange, planCatalog } from "../../core/planning/plan.ts";
import { parseCatalog } from "../../core/planning/schema.ts";
import { createTopicTrainer } from "../../core/planning/topic-models.ts";
import type { BudgetFloor } from "../../core/storage/catalog-change.ts";
import type { InstallationStore } from "../../core/storage/installation-store.ts";
import type { ManagementStore } from "../../core/storage/management-store.ts";
import type { WebhookStore } from "../../core/storage/webhook-store.ts";
import { hasExamples } from "../../core/topics/declaration.ts";
import { currencyToApply } from "./currency.ts";
import { type ExitCode, printable, type Terminal } from "./terminal.ts";

export interface ApplyOptions {
  /** Only show the changes. */
  readonly plan: boolean;
  /** Remove everything that the document omits. */
  readonly prune: boolean;
  readonly json: boolean;
  /** Allow creatives to link to local and private hosts: for development. */
  readonly allowLocalUrls: boolean;
}

/** The number of plans in case of concurrent changes. */
const maxAttempts = 5;

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

export type ReadDocument =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Reads the JSON document of a file, or of stdin for `-`. */
export async function readDocument(file: string): Promise<ReadDocument> {
  const name = file === "-" ? "stdin" : file;
  let text: string;
  try {
    text = file === "-" ? await readAll(process.stdin) : await readFile(file, "utf8");
  } catch (error) {
    return {
      ok: false,
      message: `Cannot read ${name}: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return { ok: true, value };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `${name} is not JSON: ${reason}` };
  }
}

/** Applies the document to the stored catalogue, completely or not at all. */
export async function applyDocument(
  store: ManagementStore &
    Pick<InstallationStore, "firstValue"> &
    Pick<WebhookStore, "listWebhooks" | "removeWebhook">,
  terminal: Terminal,
  document: unknown,
  options: ApplyOptions,
): Promise<ExitCode> {
  const suffix = checkPlatformOrigins(document);
  const originIssues = suffix === undefined ? [] : [suffix];
  const trainer = createTopicTrainer();
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const current = await store.readCatalog();
    const next = parseCatalog(document, options.prune ? undefined : current.catalog, options);
    const { errors: issues, omitted } = listErrors([...originIssues, ...(next.ok ? [] : next.issues)]);
    if (!next.ok || issues.length > 0) {
      const more = omitted + (next.ok ? 0 : next.omitted);
      return report(terminal, options, { outcome: "invalid", issues, omitted: more });
    }
    const plan: CatalogPlan = planCatalog(current.catalog, next.catalog, { ...options, trainer });
    const { changes, upserts, removals } = plan;
    if (changes.length === 0) return report(terminal, options, { outcome: "unchanged", changes });
    warnOfUntrained(upserts.topics, terminal);
    const money = createMoneyFormat(await currencyToApply(store, options.plan));
    if (options.plan) return report(terminal, options, { outcome: "planned", changes }, money);
    const gone = publishersOf(removals);
    const keys = gone.size === 0 ? [] : await store.listApiKeys();
    const applied = await store.applyCatalog({
      expectedVersion: current.version,
      upserts,
      removals,
      audit: [
        ...catalogEntries(changes, { before: current.catalog, after: next.catalog }, commandLine),
        ...keyRevocations(removals, keys, commandLine),
      ],
    });
    switch (applied.outcome) {
      case "applied":
        await removeWebhooksOf(gone, store, commandLine);
        return report(terminal, options, { outcome: "applied", changes }, money);
      case "budget_below_floor":
        return report(terminal, options, belowFloors(applied.floors), money);
      case "conflict":
        continue;
      default:
        return applied satisfies never;
    }
  }
  return report(terminal, options, { outcome: "conflict" });
}

function belowFloors(all: readonly BudgetFloor[]): Report {
  const floors = all.slice(0, maxListedErrors);
  return { outcome: "budget_below_floor", floors, omitted: all.length - floors.length };
}

/** A single topic without out-of-scope questions has nothing to compare its examples with. */
function warnOfUntrained(topics: readonly Topic[], terminal: Terminal): void {
  for (const topic of topics) {
    if (!hasExamples(topic) || topic.trained !== undefined) continue;
    terminal.talk(
      `topic ${topic.id}: only its phrases count so far. Add out-of-scope questions (outOfScopeExamples) or a second topic, so that its examples count, too.`,
    );
  }
}

/** Without `money` the result has no amounts. */
function report(
  terminal: Terminal,
  { json, prune }: ApplyOptions,
  result: Report,
  money?: MoneyFormat,
): ExitCode {
  if (json) terminal.data(JSON.stringify(result));
  switch (result.outcome) {
    case "invalid":
      if (!json) printErrors(terminal, result.issues.map(issueLine), result.omitted);
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
      if (!json) for (const change of result.changes) terminal.data(lines(change, money));
      terminal.talk(`${count(result.changes.length, "change")} ${result.outcome}.`);
      if (!prune) terminal.talk("Objects that the document omits stay; --prune removes them.");
      return 0;
    default:
      return result satisfies never;
  }
}

function issueLine({ path, message }: CatalogIssue): string {
  return printable(`${path === "" ? "The document" : path}: ${message}`);
}

function floorLine({ campaignId, field, floorMicros }: BudgetFloor, money: MoneyFormat | undefined): string {
  return `campaign ${campaignId}: ${field} must be at least ${show(floorMicros, field, money)}, the amount already spent or held.`;
}

function printErrors(terminal: Terminal, listed: readonly string[], omitted: number): void {
  for (const line of listed) terminal.talk(line);
  if (omitted > 0) terminal.talk(omittedErrors(omitted));
}

function lines({ action, kind, id, fields = [] }: PlannedChange, money: MoneyFormat | undefined): string {
  const details = fields.map(
    ({ path, from, to }) => `    ${path}: ${show(from, path, money)} -> ${show(to, path, money)}`,
  );
  return printable(`${action} ${kind} ${id}`) + details.map((line) => `\n${printable(line)}`).join("");
}

/** A value as in the document, and an amount also in its currency. */
function show(value: unknown, path: string, money: MoneyFormat | undefined): string {
  if (value === undefined) return "(absent)";
  const amount = money?.field(path, value)?.replaceAll("\u00a0", " ");
  return JSON.stringify(value) + (amount === undefined ? "" : ` = ${amount}`);
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

/** Whether the catalogue has no entities. */
export function isEmptyCatalog(catalog: Catalog): boolean {
  return Object.values(catalog).every((entities: readonly unknown[]) => entities.length === 0);
}
