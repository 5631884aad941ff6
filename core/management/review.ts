import type { Catalog, Creative, Platform } from "../catalog/entities.ts";
import { submitCreative, submitPlatform } from "../catalog/review.ts";
import type { PlannedChange } from "../planning/plan.ts";
import type { AuditEntry } from "../storage/audit-store.ts";
import type { CatalogView } from "./catalog-view.ts";
import type { RouteContext } from "./route.ts";

type Reviewer = Pick<RouteContext, "principal" | "review">;

/**
 * The catalogue of a change as it is stored. Platforms and creatives of an author other than the operator wait for the operator;
 * what the operator writes is approved. Every change of the management side passes here.
 */
export function submitted(next: Catalog, view: CatalogView, reviewer: Reviewer): Catalog {
  if (!isSubmitted(reviewer)) return next;
  return {
    ...next,
    platforms: next.platforms.map((one) => submitPlatform(view.platforms.get(one.id), one)),
    creatives: next.creatives.map((one) => submitCreative(view.creatives.get(one.id), one)),
  };
}

/** The action of a change in the audit trail. */
export function auditedAs(
  { kind, id, action }: PlannedChange,
  next: Catalog,
  reviewer: Reviewer,
  { decision }: { readonly decision?: "approve" | "refuse" },
): AuditEntry["action"] {
  if (decision !== undefined || action === "remove" || !isSubmitted(reviewer)) return decision ?? action;
  const entities = kind === "platform" ? next.platforms : kind === "creative" ? next.creatives : [];
  const entity: Platform | Creative | undefined = entities.find((one) => one.id === id);
  return entity?.review?.status === "pending" ? "submit" : action;
}

function isSubmitted({ principal, review }: Reviewer): boolean {
  return review && principal.role !== "operator";
}
