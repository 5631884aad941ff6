import type { Campaign } from "../../core/catalog/entities.ts";
import type {
  ApplyOutcome,
  BudgetFloor,
  CatalogChange,
  EntityKind,
} from "../../core/storage/catalog-change.ts";
import { campaignDay } from "../../core/timing/campaign-day.ts";
import { oneOf } from "../kit/stored-values.ts";
import { kindLetters } from "./catalog.ts";
import { type Context, judge, newNonce, nowArgument } from "./context.ts";
import { misfit, parseNumber, parseText } from "./json.ts";
import { applyScript } from "./scripts/apply.ts";
import { stageLarge } from "./stage.ts";

/** How long a version that was replaced outlives the deliveries that may still be issued of it. */
const marginMs = 7 * 86_400_000;

/** `ManagementStore.applyCatalog`: one script, after the parts of a large change have been put where it finds them. */
export async function applyCatalog(context: Context, change: CatalogChange): Promise<ApplyOutcome> {
  for (const { timeZone } of change.upserts.campaigns) checkZone(timeZone);
  const audit = (change.audit ?? []).map((entry) => JSON.stringify(entry));
  const entries = [...change.removals.map(({ kind, id }) => removal(kind, id)), ...upserts(change.upserts)];
  const parts = [...audit, ...entries];
  const nonce = newNonce();
  const staged = await stageLarge(context, nonce, parts);
  const { head, lines } = await judge(
    context,
    applyScript,
    [],
    [
      nowArgument(context),
      nonce,
      change.expectedVersion,
      String(context.deliveriesKeptMs + marginMs),
      String(staged),
      String(audit.length),
      ...parts.slice(staged),
    ],
  );
  const [outcome, version = ""] = head;
  if (outcome === "floors") return { outcome: "budget_below_floor", floors: lines.map(toFloor) };
  return { outcome: oneOf(outcome, ["applied", "conflict"]), version };
}

/** Throws a RangeError for a zone that the runtime does not know, before anything is sent. */
function checkZone(timeZone: string): void {
  campaignDay(timeZone, 0);
}

function removal(kind: EntityKind, id: string): string {
  return `-${kindLetters[kind]}\t${JSON.stringify(id)}\t[]\t`;
}

function* upserts(change: CatalogChange["upserts"]): Generator<string> {
  for (const entity of change.publishers) yield upsert("publisher", entity.id, [], entity);
  for (const entity of change.platforms) yield upsert("platform", entity.id, [], entity);
  for (const entity of change.topics) yield upsert("topic", entity.id, [], entity);
  for (const version of change.creatives) {
    yield upsert("creative", version.creative.id, [version.versionId], version);
  }
  for (const entity of change.campaigns) yield upsert("campaign", entity.id, limitsOf(entity), entity);
}

function upsert(kind: EntityKind, id: string, details: readonly string[], entity: unknown): string {
  return [`+${kindLetters[kind]}`, JSON.stringify(id), JSON.stringify(details), JSON.stringify(entity)].join(
    "\t",
  );
}

/** The limits that scripts judge by, as texts, so that scripts store amounts unchanged. */
function limitsOf({
  status,
  timeZone,
  totalBudgetMicros,
  dailyBudgetMicros,
  frequencyCap,
}: Campaign): string[] {
  const limits = [totalBudgetMicros, dailyBudgetMicros, frequencyCap?.impressions, frequencyCap?.window];
  return [status, timeZone, ...limits.map((limit) => String(limit ?? ""))];
}

function toFloor(line: string): BudgetFloor {
  const [campaign, field, floor] = line.split("\t");
  return {
    campaignId: parseText(campaign ?? misfit("a campaign")),
    field: oneOf(field, ["totalBudgetMicros", "dailyBudgetMicros"]),
    floorMicros: parseNumber(floor),
  };
}
