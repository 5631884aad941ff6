import type { Review } from "../../core/catalog/entities.ts";
import { isApproved } from "../../core/catalog/review.ts";
import type { Principal } from "../../core/management/principal.ts";
import { badge } from "./components.ts";
import { type Html, html } from "./html.ts";

interface Reviewed {
  readonly review?: Review | undefined;
  readonly proposed?: object | undefined;
}

/** The fields of a form under review. A saved object keeps them. */
export const reviewFields: readonly string[] = ["review", "proposed"];

export function reviewBadge({ review }: Reviewed): Html | undefined {
  if (review === undefined) return undefined;
  return review.status === "pending" ? badge("in review") : badge("refused", "bad");
}

/** The state of a review, for the author. */
export function reviewNote(entity: Reviewed): Html | undefined {
  const { review } = entity;
  if (review === undefined) return undefined;
  const running = isApproved(entity) ? "The approved version runs on." : "It gets no ads yet.";
  const state =
    review.status === "pending"
      ? "Waits for the operator."
      : `The operator refused it: ${review.reason ?? ""}`;
  return html`<p class="verdict" role="status">${reviewBadge(entity)} ${state} ${running}</p>`;
}

/** An author continues its waiting or refused edit; the operator edits the approved version. */
export function editedBy<T extends Reviewed>(entity: T, { role }: Principal): object {
  return role === "operator" ? entity : { ...entity, ...entity.proposed };
}
