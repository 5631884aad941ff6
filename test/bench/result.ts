import type { SideFigures } from "./rounds.ts";

/** The result of one bench. */
export interface BenchResult {
  readonly name: string;
  readonly title: string;
  readonly sides: readonly SideFigures[];
  readonly ratios: readonly Ratio[];
}

export interface Ratio {
  readonly name: string;
  readonly value: number;
  /** As design and README state it; absent where the figure is only told. */
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
}

/** `undefined` without a goal. */
export function isReached({ value, goal }: Ratio): boolean | undefined {
  if (goal === undefined) return undefined;
  return "atLeast" in goal ? value >= goal.atLeast : value <= goal.atMost;
}
