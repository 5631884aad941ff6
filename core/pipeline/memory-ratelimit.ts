import type { RateClaim, RateDecision, RateLimiter } from "../ratelimit.ts";
import { type Clock, type EpochMs, systemClock } from "../timing/clock.ts";

/** Grants closer together than windowMs / 20 are given back together, with the last of them. */
const burstsPerWindow = 20;

const defaultMaxKeys = 100_000;

/** Units granted so close together that they are given back as one. */
interface Burst {
  readonly startedAt: EpochMs;
  lastAt: EpochMs;
  units: number;
}

/** What is taken under one key in one window, oldest first. */
interface Tally {
  readonly windowMs: number;
  readonly bursts: Burst[];
}

/**
 * A limiter in the memory of one process. Sliding and never too generous: in no interval of `windowMs` are more
 * than `limit` units granted; the price is that a unit comes back up to windowMs / 20 late. A claim that costs more
 * than its limit is never granted; its `retryAfterMs` is the window.
 *
 * At most `maxKeys` keys (default 100,000) are remembered; beyond that the one that was asked for longest ago is
 * forgotten, so only who commands that many keys at once is limited less.
 */
export function createMemoryRateLimiter(
  options: { readonly clock?: Clock | undefined; readonly maxKeys?: number | undefined } = {},
): RateLimiter {
  const clock = options.clock ?? systemClock;
  const maxKeys = options.maxKeys ?? defaultMaxKeys;
  // In order of last use: a Map iterates in order of insertion.
  const tallies = new Map<string, Tally>();

  function decide(claim: RateClaim, now: EpochMs): RateDecision {
    const key = `${claim.windowMs} ${claim.key}`;
    const tally = tallies.get(key) ?? { windowMs: claim.windowMs, bursts: [] };
    giveBack(tally, now);
    const taken = tally.bursts.reduce((sum, burst) => sum + burst.units, 0);
    const granted = taken + claim.cost <= claim.limit;
    if (granted && claim.cost > 0) add(tally, claim.cost, now);
    remember(key, tally, now);
    return {
      granted,
      remaining: Math.max(0, claim.limit - taken - (granted ? claim.cost : 0)),
      resetAfterMs: untilIdle(tally, now),
      retryAfterMs: granted ? 0 : waitFor(taken + claim.cost - claim.limit, tally, now),
    };
  }

  function remember(key: string, tally: Tally, now: EpochMs): void {
    const known = tallies.delete(key);
    if (tally.bursts.length === 0) return;
    tallies.set(key, tally);
    if (known) return;
    // Two looked at for each one added: idle keys leave faster than new ones come.
    let looked = 0;
    for (const [oldKey, old] of tallies) {
      giveBack(old, now);
      if (old.bursts.length > 0 && tallies.size <= maxKeys) break;
      tallies.delete(oldKey);
      looked += 1;
      if (looked === 2) break;
    }
  }

  return {
    take: async (claims) => {
      const now = clock();
      return claims.map((claim) => decide(claim, now));
    },
  };
}

function giveBack(tally: Tally, now: EpochMs): void {
  const kept = tally.bursts.findIndex((burst) => burst.lastAt + tally.windowMs > now);
  if (kept !== 0) tally.bursts.splice(0, kept === -1 ? tally.bursts.length : kept);
}

function add(tally: Tally, units: number, now: EpochMs): void {
  const last = tally.bursts.at(-1);
  if (last !== undefined && now - last.startedAt < tally.windowMs / burstsPerWindow) {
    last.units += units;
    last.lastAt = Math.max(last.lastAt, now);
    return;
  }
  // A wall clock may step back; the order of the bursts may not.
  tally.bursts.push({ startedAt: now, lastAt: Math.max(now, last?.lastAt ?? now), units });
}

function untilIdle(tally: Tally, now: EpochMs): number {
  const last = tally.bursts.at(-1);
  return last === undefined ? 0 : last.lastAt + tally.windowMs - now;
}

/** Milliseconds until `units` of what is taken have been given back. */
function waitFor(units: number, tally: Tally, now: EpochMs): number {
  let given = 0;
  for (const burst of tally.bursts) {
    given += burst.units;
    if (given >= units) return burst.lastAt + tally.windowMs - now;
  }
  return tally.windowMs;
}
