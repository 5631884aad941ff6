import type { Slot } from "../eligibility.ts";
import type { Clause } from "./clause.ts";

export interface QueryClauses {
  readonly all: readonly Clause[];
  /** The same, and campaigns without topics, where any has some. */
  readonly untargeted: readonly Clause[];
}

/** Slots that were asked for last with every format of the web: most requests are like one before. */
export type AskedSlots = (Pick<Slot, "platformId" | "placement" | "language" | "isPremium"> & {
  times: number;
  families: QueryClauses;
})[];
