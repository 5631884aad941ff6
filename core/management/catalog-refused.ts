import type { CatalogIssue } from "../catalog/messages.ts";
import { omittedErrors } from "../contract/error-list.ts";
import type { DocumentOutcome } from "./apply-document.ts";
import { belowFloors } from "./change-catalog.ts";

type Refusal = Exclude<DocumentOutcome, { outcome: "applied" | "planned" | "unchanged" }>;

/** Nothing of a document was applied. `message` says how to correct it. */
export class CatalogRefused extends Error {
  /** The name of the class, also after minification. */
  override name = "CatalogRefused";
  /** The reason: mistakes, a budget below what is spent and held, another currency, or concurrent changes. */
  readonly reason: "invalid" | "budget_below_floor" | "other_currency" | "conflict";
  /** The mistakes, at most 100; empty for another reason. */
  readonly issues: readonly CatalogIssue[];

  constructor(refusal: Refusal) {
    super(`Nothing was applied. ${reasonOf(refusal)}`);
    this.reason = refusal.outcome;
    this.issues = refusal.outcome === "invalid" ? refusal.issues : [];
  }
}

function reasonOf(refusal: Refusal): string {
  switch (refusal.outcome) {
    case "invalid":
      return [
        ...refusal.issues.map(({ path, message }) => `${path === "" ? "The document" : path}: ${message}`),
        omittedErrors(refusal.omitted),
      ]
        .join("\n")
        .trim();
    case "budget_below_floor":
      return belowFloors(refusal.floors).detail;
    case "other_currency":
      return refusal.fault;
    case "conflict":
      return "Concurrent changes to the catalogue came first. Try again.";
    default:
      return refusal satisfies never;
  }
}
