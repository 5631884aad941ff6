import type { Campaign, Catalog } from "../catalog/entities.ts";
import { type CatalogPlan, type FieldChange, type PlannedChange, planInSteps } from "../catalog/plan.ts";
import { type ParsedCatalog, parseCatalog } from "../catalog/schema.ts";
import { listErrors, omittedErrors } from "../contract/error-list.ts";
import type { BudgetFloor, EntityRef } from "../storage.ts";
import { systemPause } from "../timing/deadlines.ts";
import { inPieces } from "../timing/in-pieces.ts";
import type { AuditEntry } from "./audit-store.ts";
import { keyEntry, revocation } from "./key-entry.ts";
import { actorOf } from "./principal.ts";
import { invalid, type ManagementProblem } from "./problem.ts";
import { catalogOf, type Register } from "./register.ts";
import type { Work } from "./route.ts";
import { removeWebhooksOf } from "./webhook-entry.ts";

/** What somebody wants to change, told against the catalogue as it stands. */
export type Wish = (register: Register) => Wanted | ManagementProblem | Promise<Wanted | ManagementProblem>;

type Wanted =
  | { readonly document: unknown; readonly removals?: readonly EntityRef[]; readonly prune?: boolean }
  /** A stored campaign in another state: nothing of it is checked again, so that it can be paused whatever became of it. */
  | { readonly campaign: Campaign };

export type Changed = { readonly plan: CatalogPlan; readonly register: Register };

/** Others may change the catalogue at the same time; then the wish is told again. */
const maxAttempts = 8;
const maxAuditCharacters = 16_384;
const maxNamedFields = 100;
const maxNamedLength = 100;

/**
 * Changes the catalogue as a whole or not at all, and notes in the same step who did it. `prefix` is where the document's
 * paths begin in what the caller sent: `campaigns[0].name` becomes `name`.
 */
export async function changeCatalog(
  work: Work,
  wish: Wish,
  options: { readonly prefix?: string; readonly planOnly?: boolean } = {},
): Promise<Changed | ManagementProblem> {
  let { register } = work;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const wanted = await wish(register);
    if ("problem" in wanted) return wanted;
    const current = catalogOf(register);
    const { removals = [], prune = false } = "document" in wanted ? wanted : {};
    const next =
      "document" in wanted
        ? parseCatalog(wanted.document, prune ? undefined : without(current, removals), work)
        : only(wanted.campaign);
    if (!next.ok)
      return invalid(
        next.issues.map((issue) => ({ ...issue, path: under(issue.path, options.prefix) })),
        next.omitted,
      );
    const planned = await inPieces(planInSteps(current, next.catalog, { prune }), systemPause);
    const plan: CatalogPlan = {
      upserts: planned.upserts,
      removals: [...planned.removals, ...removals],
      changes: [
        ...planned.changes,
        ...removals.map(({ kind, id }) => ({ kind, id, action: "remove" as const })),
      ],
    };
    if (plan.changes.length === 0 || options.planOnly) return { plan, register };
    const outcome = await work.store.applyCatalog({
      expectedVersion: register.version,
      upserts: plan.upserts,
      removals: plan.removals,
      audit: [
        ...plan.changes.map((change) => entryOf(change, work, register, next.catalog)),
        ...revocations(plan.removals, register, actorOf(work.principal)),
      ],
    });
    if (outcome.outcome === "applied") {
      await removeWebhooksOf(publishersOf(plan.removals), work.store, actorOf(work.principal));
      return { plan, register: await work.readAgain() };
    }
    if (outcome.outcome === "budget_below_floor") return belowFloors(outcome.floors);
    register = await work.readAgain();
  }
  return { problem: "busy", detail: "Others keep changing the catalogue: nothing was changed. Try again." };
}

/** The store revokes the keys of a removed publisher in the same step. */
function revocations(
  removals: readonly EntityRef[],
  register: Register,
  actor: string,
): readonly AuditEntry[] {
  const gone = publishersOf(removals);
  return [...register.apiKeys.values()]
    .filter(({ publisherId, revoked }) => gone.has(publisherId) && revoked !== true)
    .map((key) => keyEntry(key, "revoke", actor, revocation(0)));
}

function publishersOf(removals: readonly EntityRef[]): ReadonlySet<string> {
  return new Set(removals.filter(({ kind }) => kind === "publisher").map(({ id }) => id));
}

function belowFloors(floors: readonly BudgetFloor[]): ManagementProblem {
  const { errors, omitted } = listErrors(
    floors.map(({ field, floorMicros }) => ({ path: field, message: `Must be at least ${floorMicros}.` })),
  );
  const sentences = floors
    .slice(0, errors.length)
    .map(
      ({ campaignId, field, floorMicros }) =>
        `${campaignId}: ${field} must be at least ${floorMicros}, which is spent or held already.`,
    );
  if (omitted > 0) sentences.push(omittedErrors(omitted));
  sentences.push("To stop a campaign at once, pause it.");
  return {
    problem: "budget_below_floor",
    detail: sentences.join(" "),
    errors,
    ...(omitted > 0 && { omitted }),
  };
}

function only(campaign: Campaign): ParsedCatalog {
  const catalog = { publishers: [], platforms: [], topics: [], campaigns: [campaign], creatives: [] };
  return { ok: true, catalog };
}

/** References to what is about to go are no good. */
function without(catalog: Catalog, removals: readonly EntityRef[]): Catalog {
  const gone = new Set(removals.map(({ kind, id }) => `${kind} ${id}`));
  const stays = (kind: EntityRef["kind"]) => (entity: { readonly id: string }) =>
    !gone.has(`${kind} ${entity.id}`);
  return {
    publishers: catalog.publishers.filter(stays("publisher")),
    platforms: catalog.platforms.filter(stays("platform")),
    campaigns: catalog.campaigns.filter(stays("campaign")),
    creatives: catalog.creatives.filter(stays("creative")),
    topics: catalog.topics.filter(stays("topic")),
  };
}

function entryOf(change: PlannedChange, work: Work, register: Register, next: Catalog): AuditEntry {
  const { kind, id, action, fields = [] } = change;
  const platform =
    kind === "platform"
      ? (register.platforms.get(id) ?? next.platforms.find((one) => one.id === id))
      : undefined;
  const changes = JSON.stringify(fields);
  return {
    actor: actorOf(work.principal),
    action,
    kind,
    entityId: id,
    publisherId: kind === "publisher" ? id : (platform?.publisherId ?? ""),
    changes:
      changes.length <= maxAuditCharacters
        ? changes
        : JSON.stringify(fields.slice(0, maxNamedFields).map(named)),
  };
}

/** Of a change too large to be noted whole the names of the fields, and what became of the status. */
function named({ path, from, to }: FieldChange): object {
  return path === "status" ? { path, from, to } : { path: path.slice(0, maxNamedLength) };
}

function under(path: string, prefix: string | undefined): string {
  if (prefix === undefined || !path.startsWith(prefix)) return path;
  return path.slice(prefix.length).replace(/^\./, "");
}
