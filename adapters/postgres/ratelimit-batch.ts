import type { RateClaim, RateDecision } from "../../core/ratelimit/rate-limiter.ts";
import { arrayOf, numberOf } from "../kit/stored-values.ts";

/** The input of the function `take_rates`: a row for each key and window, with its claims in their order. */
export interface RateRow {
  readonly key: string;
  readonly ms: number;
  readonly limits: readonly number[];
  readonly costs: readonly number[];
}

interface OpenRow extends RateRow {
  readonly limits: number[];
  readonly costs: number[];
  /** The indexes of the claims. */
  readonly places: number[];
}

export interface RateBatch {
  readonly rows: readonly RateRow[];
  /** The decisions in the order of the claims, from the function's answer. */
  readonly decisions: (answer: unknown) => readonly RateDecision[];
}

const numbersPerClaim = 4;

/** Gathers claims by their key and window: only claims on the same one see what the others take. */
export function rateBatch(claims: readonly RateClaim[]): RateBatch {
  const byName = new Map<string, OpenRow>();
  for (const [place, { key, limit, windowMs, cost }] of claims.entries()) {
    const name = `${windowMs} ${key}`;
    let row = byName.get(name);
    if (row === undefined) {
      // As JSON text within the JSON: PostgreSQL refuses NUL and lone surrogates, which a key may hold.
      row = { key: JSON.stringify(key), ms: windowMs, limits: [], costs: [], places: [] };
      byName.set(name, row);
    }
    row.limits.push(limit);
    row.costs.push(cost);
    row.places.push(place);
  }
  const rows = [...byName.values()];
  return {
    rows: rows.map(({ key, ms, limits, costs }) => ({ key, ms, limits, costs })),
    decisions: (answer) => {
      const numbers = arrayOf(answer).map(numberOf);
      const places = rows.flatMap((row) => row.places);
      if (numbers.length !== places.length * numbersPerClaim) {
        throw new TypeError("take_rates left a claim without a decision");
      }
      const decided = new Map(places.map((place, index) => [place, decisionAt(numbers, index)]));
      return claims.map((_, place) => decided.get(place) ?? misfit());
    },
  };
}

function decisionAt(numbers: readonly number[], index: number): RateDecision {
  const [granted, remaining = 0, resetAfterMs = 0, retryAfterMs = 0] = numbers.slice(
    index * numbersPerClaim,
    (index + 1) * numbersPerClaim,
  );
  return { granted: granted === 1, remaining, resetAfterMs, retryAfterMs };
}

function misfit(): never {
  throw new TypeError("a claim belongs to no row");
}
