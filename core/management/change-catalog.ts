import type { Campaign, Catalog } from "../catalog/entities.ts";
import { type CatalogPlan, planInSteps } from "../catalog/plan.ts";
import { type ParsedCatalog, parseCatalog } from "../catalog/schema.ts";
import { listErrors, omittedErrors } from "../contract/error-list.ts";
import type { BudgetFloor, EntityRef } from "../storage.ts";
import { systemPause } from "../timing/deadlines.ts";
import { inPieces } from "../timing/in-pieces.ts";
import { catalogEntries, keyRevocations } from "./audit-entries.ts";
import { actorOf } from "./principal.ts";
import { invalid, type ManagementProblem, type ManagementProblemCode } from "./problem.ts";
import { catalogOf, type Register } from "./register.ts";
import type { Work } from "./route.ts";
import { publishersOf, removeWebhooksOf } from "./webhook-entry.ts";

/** What somebody wants to change, told against the catalogue as it stands. */
export type Wish = (register: Register) => Wanted | ManagementProblem | Promise<Wanted | ManagementProblem>;

type Wanted =
  | { readonly document: unknown; readonly removals?: readonly EntityRef[]; readonly prune?: boolean }
  /** A stored campaign in another state: nothing of it is checked again, so that it can be paused whatever became of it. */
  | { readonly campaign: Campaign };

/** What {@link changeCatalog} may refuse, beside a wish that is wrong itself; the second only where campaigns are changed. */
export const changeProblems: readonly ManagementProblemCode[] = ["busy"];
export const campaignChangeProblems: readonly ManagementProblemCode[] = ["budget_below_floor", "busy"];

export type Changed = { readonly plan: CatalogPlan; readonly register: Register };

/** Others may change the catalogue at the same time; then the wish is told again. */
const maxAttempts = 8;

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
        ...catalogEntries(plan.changes, { before: current, after: next.catalog }, actorOf(work.principal)),
        ...keyRevocations(plan.removals, register.apiKeys.values(), actorOf(work.principal)),
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

function under(path: string, prefix: string | undefined): string {
  if (prefix === undefined || !path.startsWith(prefix)) return path;
  return path.slice(prefix.length).replace(/^\./, "");
}
