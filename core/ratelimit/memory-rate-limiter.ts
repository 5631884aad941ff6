import { Lru } from "../lru.ts";
import { type Clock, type EpochMs, systemClock } from "../timing/clock.ts";
import type { RateClaim, RateDecision, RateLimiter } from "./rate-limiter.ts";

/** Grants closer together than windowMs / 20 are given back together, with the last of them. */
const burstsPerWindow = 20;

const defaultMaxKeys = 100_000;

/** Units granted so close together that they are given back as one. */
interface Burst {
  startedAt: EpochMs;
  lastAt: EpochMs;
  units: number;
}

/** The units taken under one key in one window, oldest first. */
interface Tally {
  readonly windowMs: number;
  readonly bursts: Burst[];
  /** The sum of all bursts. */
  units: number;
}

/**
 * A limiter in the memory of one process. Sliding and never too generous: in no interval of `windowMs` are more
 * than `limit` units granted. In return, a unit comes back up to windowMs / 20 late. A claim that costs more
 * than its limit is never granted; its `retryAfterMs` is the window.
 *
 * Keeps at most `maxKeys` keys (default 100,000) and at least the most recently used half of them, so only a client with more
 * keys than that half can weaken its own limit. Idle keys are forgotten as time passes.
 */
export function createMemoryRateLimiter(
  options: { readonly clock?: Clock | undefined; readonly maxKeys?: number | undefined } = {},
): RateLimiter {
  const clock = options.clock ?? systemClock;
  const tallies = createTallies(options.maxKeys ?? defaultMaxKeys);

  function decide(claim: RateClaim, now: EpochMs): RateDecision {
    const tally = tallies.recall(claim.key, claim.windowMs, now);
    giveBack(tally, now);
    const taken = tally.units;
    const granted = taken + claim.cost <= claim.limit;
    if (granted && claim.cost > 0) add(tally, claim.cost, now);
    return {
      granted,
      remaining: Math.max(0, claim.limit - taken - (granted ? claim.cost : 0)),
      resetAfterMs: untilIdle(tally, now),
      retryAfterMs: granted ? 0 : waitFor(taken + claim.cost - claim.limit, tally, now),
    };
  }

  return {
    take: async (claims) => {
      const now = clock();
      return claims.map((claim) => decide(claim, now));
    },
  };
}

/**
 * The tallies of each key: nearly always one, because a key belongs to one limit. A key without a claim during the longest
 * window has nothing taken, so the keys are turned over when that window has passed, too.
 */
function createTallies(maxKeys: number): { recall: (key: string, windowMs: number, now: EpochMs) => Tally } {
  let turnedAt: EpochMs | undefined;
  let longestWindowMs = 0;
  const keys = new Lru<Tally[]>(maxKeys, () => {
    turnedAt = undefined;
  });
  return {
    recall: (key, windowMs, now) => {
      turnedAt ??= now;
      longestWindowMs = Math.max(longestWindowMs, windowMs);
      if (now - turnedAt > longestWindowMs) {
        keys.turn();
        turnedAt = now;
      }
      const known = keys.get(key);
      const tallies = known ?? [];
      if (known === undefined) keys.set(key, tallies);
      const tally = tallies.find((one) => one.windowMs === windowMs);
      if (tally !== undefined) return tally;
      const made: Tally = { windowMs, bursts: [], units: 0 };
      tallies.push(made);
      return made;
    },
  };
}

function giveBack(tally: Tally, now: EpochMs): void {
  settleBack(tally, now);
  const { bursts, windowMs } = tally;
  let over = 0;
  for (; over < bursts.length; over++) {
    const burst = bursts[over];
    if (burst === undefined || burst.lastAt + windowMs > now) break;
    tally.units -= burst.units;
  }
  if (over > 0) bursts.splice(0, over);
}

/**
 * After the clock was set back, moves grants of future times to now. Otherwise they would stay taken until the clock reaches
 * those times again.
 */
function settleBack({ bursts }: Tally, now: EpochMs): void {
  for (let index = bursts.length - 1; index >= 0; index -= 1) {
    const burst = bursts[index];
    if (burst === undefined || burst.lastAt <= now) return;
    burst.lastAt = now;
    burst.startedAt = Math.min(burst.startedAt, now);
  }
}

function add(tally: Tally, units: number, now: EpochMs): void {
  tally.units += units;
  const last = tally.bursts.at(-1);
  if (last !== undefined && now - last.startedAt < tally.windowMs / burstsPerWindow) {
    last.units += units;
    last.lastAt = now;
    return;
  }
  tally.bursts.push({ startedAt: now, lastAt: now, units });
}

function untilIdle(tally: Tally, now: EpochMs): number {
  const last = tally.bursts.at(-1);
  return last === undefined ? 0 : last.lastAt + tally.windowMs - now;
}

/** Milliseconds until `units` of the taken ones have been given back. */
function waitFor(units: number, tally: Tally, now: EpochMs): number {
  let given = 0;
  for (const burst of tally.bursts) {
    given += burst.units;
    if (given >= units) return burst.lastAt + tally.windowMs - now;
  }
  return tally.windowMs;
}
