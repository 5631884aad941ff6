import type { Slot } from "../eligibility.ts";
import type { Clause } from "./clause.ts";

/** The clauses of one slot. */
export interface QueryClauses {
  /** Without a clause for topics. */
  readonly all: readonly Clause[];
  /** The same for campaigns without topics; one more clause when a campaign of the index has topics. */
  readonly untargeted: readonly Clause[];
}

/** Recent slots that accept every web format, with their clauses. Most requests repeat an earlier slot. */
export type QueryClauseCache = (Pick<
  Slot,
  "platformId" | "placement" | "exclusions" | "language" | "isPremium" | "hasIdentity"
> & {
  uses: number;
  clauses: QueryClauses;
})[];
