import type { Catalog, Platform } from "../catalog/entities.ts";
import { listErrors, omittedErrors } from "../contract/error-list.ts";
import { type CatalogPlan, type PlannedChange, planInSteps } from "../planning/plan.ts";
import { type ParsedCatalog, parseAgainst } from "../planning/schema.ts";
import { topicsAfter } from "../planning/topic-models.ts";
import type { BudgetFloor, EntityRef } from "../storage/catalog-change.ts";
import { runYielding } from "../timing/cooperative-task.ts";
import { systemPause } from "../timing/deadlines.ts";
import { archivedWith, catalogEntries, keyRevocations } from "./audit-entries.ts";
import type { CatalogView } from "./catalog-view.ts";
import { actorOf } from "./principal.ts";
import { invalid, type ManagementProblem, type ManagementProblemCode } from "./problem.ts";
import { auditedAs, submitted } from "./review.ts";
import type { RouteContext } from "./route.ts";
import type { Turn } from "./topic-training.ts";
import { publishersOf, removeWebhooksOf } from "./webhook-entry.ts";

/** An intended change, given the current catalogue. It runs again after every conflict. */
export type IntendedChange = (
  view: CatalogView,
) => Wanted | ManagementProblem | Promise<Wanted | ManagementProblem>;

/** An entity to remove. */
export interface Removal extends EntityRef {
  /** For a creative: the id of the campaign whose removal takes it along, for the audit trail. */
  readonly archivedWith?: string | undefined;
}

type Wanted =
  | { readonly document: unknown; readonly prune?: boolean }
  | { readonly removals: readonly Removal[] }
  /**
   * Stored entities with another status. Their other fields are not validated again, so that a campaign can always be paused and a
   * creative refused.
   */
  | { readonly entities: Partial<Catalog> };

/**
 * The problems that {@link changeCatalog} adds to those of the intended change; the second list applies to changes of
 * campaigns.
 */
export const changeProblems: readonly ManagementProblemCode[] = ["busy"];
export const campaignChangeProblems: readonly ManagementProblemCode[] = ["budget_below_floor", "busy"];

/** The plan of a change, and the catalogue after it. */
export type Changed = { readonly plan: CatalogPlan; readonly view: CatalogView };

/** After a conflict with another change, the intended change runs again on the new catalogue. */
const maxAttempts = 8;

interface ChangeOptions {
  readonly prefix?: string;
  readonly planOnly?: boolean;
  /** The decision of a review, for the audit trail. Absent: the actions of the plan. */
  readonly decision?: "approve" | "refuse";
}

/**
 * Changes the catalogue completely or not at all, and writes the audit entries in the same transaction. `prefix` is the
 * path of the caller's object in the document; it is removed from error paths: `campaigns[0].name` becomes `name`.
 * Topics are trained once for each content, by one change at a time. The trained model stays valid whatever other
 * changes do meanwhile.
 */
export async function changeCatalog(
  context: RouteContext,
  intended: IntendedChange,
  options: ChangeOptions = {},
): Promise<Changed | ManagementProblem> {
  let { view } = context;
  let turn: Turn | undefined;
  try {
    for (let conflicts = 0; conflicts < maxAttempts; ) {
      const wanted = await intended(view);
      if ("problem" in wanted) return wanted;
      const { removals = [], prune = false, next: parsed } = nextOf(wanted, view, context);
      if (!parsed.ok) {
        const issues = parsed.issues.map((issue) => ({ ...issue, path: under(issue.path, options.prefix) }));
        return invalid(issues, parsed.omitted);
      }
      const next = submitted(parsed.catalog, view, context);
      const removed = new Set(removals.flatMap(({ kind, id }) => (kind === "topic" ? [id] : [])));
      const { toTrain } = topicsAfter(view.topics, next.topics, { prune, removed });
      if (
        toTrain !== undefined &&
        !context.training.knows(toTrain) &&
        (turn === undefined || turn.isOver())
      ) {
        turn = await context.training.takeTurn();
        // The previous holder of the turn may have changed the same topics.
        view = await context.readView();
        continue;
      }
      const { training: trainer } = context;
      const planned = await runYielding(planInSteps(view, next, { prune, removed, trainer }), systemPause);
      turn?.isTrained();
      const plan = withRemovals(planned, removals);
      if (plan.changes.length === 0 || options.planOnly) return { plan, view };
      const outcome = await context.store.applyCatalog({
        expectedVersion: view.version,
        upserts: plan.upserts,
        removals: plan.removals,
        audit: [
          ...catalogEntries(
            plan.changes.map((change) => ({ ...change, action: auditedAs(change, next, context, options) })),
            { before: { platforms: platformsOf(plan.changes, view) }, after: next },
            actorOf(context.principal),
          ),
          ...keyRevocations(plan.removals, view.apiKeys.values(), actorOf(context.principal)),
        ],
      });
      if (outcome.outcome === "applied") {
        await removeWebhooksOf(publishersOf(plan.removals), context.store, actorOf(context.principal));
        return { plan, view: await context.readView() };
      }
      if (outcome.outcome === "budget_below_floor") return belowFloors(outcome.floors);
      conflicts += 1;
      view = await context.readView();
    }
  } finally {
    turn?.end();
  }
  return {
    problem: "busy",
    detail: "Nothing was changed, because of concurrent changes to the catalogue. Try again.",
  };
}

interface Next {
  readonly next: ParsedCatalog;
  readonly removals?: readonly Removal[];
  readonly prune?: boolean;
}

function nextOf(wanted: Wanted, view: CatalogView, context: RouteContext): Next {
  if ("removals" in wanted) return { next: only({}), removals: wanted.removals };
  if ("entities" in wanted) return { next: only(wanted.entities) };
  const { document, prune = false } = wanted;
  return { next: parseAgainst(document, prune ? undefined : view, context), prune };
}

function only(entities: Partial<Catalog>): ParsedCatalog {
  const none = { publishers: [], platforms: [], topics: [], campaigns: [], creatives: [] };
  return { ok: true, catalog: { ...none, ...entities } };
}

function withRemovals(planned: CatalogPlan, removals: readonly Removal[]): CatalogPlan {
  const removed = removals.map(
    ({ kind, id, archivedWith: to }): PlannedChange => ({
      ...{ kind, id, action: "remove" },
      ...(to !== undefined && { fields: [{ path: archivedWith, from: undefined, to }] }),
    }),
  );
  return {
    upserts: planned.upserts,
    removals: [...planned.removals, ...removals.map(({ kind, id }) => ({ kind, id }))],
    changes: [...planned.changes, ...removed],
  };
}

/** The changed platforms, before the change. */
function platformsOf(changes: readonly PlannedChange[], { platforms }: CatalogView): readonly Platform[] {
  return changes.flatMap(({ kind, id }) => (kind === "platform" ? (platforms.get(id) ?? []) : []));
}

/** The refusal of budgets that are too small, with the least amounts. */
export function belowFloors(floors: readonly BudgetFloor[]): ManagementProblem {
  const { errors, omitted } = listErrors(
    floors.map(({ field, floorMicros }) => ({ path: field, message: `Must be at least ${floorMicros}.` })),
  );
  const sentences = floors
    .slice(0, errors.length)
    .map(
      ({ campaignId, field, floorMicros }) =>
        `${campaignId}: ${field} must be at least ${floorMicros}, the amount already spent or held.`,
    );
  if (omitted > 0) sentences.push(omittedErrors(omitted));
  sentences.push("To stop a campaign now, pause it.");
  return {
    problem: "budget_below_floor",
    detail: sentences.join(" "),
    errors,
    ...(omitted > 0 && { omitted }),
  };
}

function under(path: string, prefix: string | undefined): string {
  if (prefix === undefined || !path.startsWith(prefix)) return path;
  return path.slice(prefix.length).replace(/^\./, "");
}
