import { Lru } from "../lru.ts";
import type { RateClaim, RateDecision } from "../ratelimit/rate-limiter.ts";
import type { RateLimit } from "../ratelimit/rate-limits.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { EventKind, MarkRule } from "./judgement.ts";
import type { TrafficEvent } from "./traffic-event.ts";
import type { ReadTrafficRules } from "./traffic-rules.ts";

/**
 * The units of an event in every velocity. People press and click much less often than they see ads, so one figure
 * separates the few clicks of a crowd from the many of a program.
 */
export const unitsOf: Readonly<Record<EventKind, number>> = {
  ad_request: 1,
  view: 1,
  press: 4,
  click: 10,
  report: 1,
};

type VelocityRule = Extract<MarkRule, `${string}_velocity`>;

/** An instance's counts of one subject of one rule. */
interface Tally {
  /** Of the window in which `units` are counted. */
  endsAt: EpochMs;
  units: number;
  /** The limiter refused a claim: until then all events are marked. */
  markedUntil: EpochMs;
}

/** An event whose velocities were measured. */
export interface Measured {
  /** Claims to take together with those of the limits; usually none. */
  readonly claims: readonly RateClaim[];
  /** The first rule whose velocity is exceeded, by the decisions on `claims`. Without decisions the claims mark nothing. */
  readonly exceeded: (decisions: readonly RateDecision[]) => VelocityRule | undefined;
}

export interface Velocities {
  readonly measure: (event: TrafficEvent, rules: ReadTrafficRules, now: EpochMs) => Measured;
}

/**
 * Each instance counts by itself until a subject has this part of its limit, and claims from the limiter from then on, together
 * with what it had counted. A subject that exceeds its limit has reached this part on one of as many instances, and most
 * subjects never cost a claim.
 */
const claimedFrom = 1 / 16;

/** The most subjects to remember for each rule. At least the most recent half stays. */
const maxSubjects = 50_000;

const nothing: Measured = { claims: [], exceeded: () => undefined };

/** Velocity of networks, keys, platforms and visitors: more units in a window than a person or a crowd makes. */
export function createVelocities(): Velocities {
  const tallies: Readonly<Record<VelocityRule, Lru<Tally>>> = {
    network_velocity: new Lru(maxSubjects),
    key_velocity: new Lru(maxSubjects),
    platform_velocity: new Lru(maxSubjects),
    visitor_velocity: new Lru(maxSubjects),
  };

  return {
    measure: ({ kind, adRequests = 1, network, apiKeyId, platformId, userKey }, rules, now) => {
      const units = unitsOf[kind] * adRequests;
      let found: Claimed[] | undefined;
      let marked: VelocityRule | undefined;
      /** Whether the subject is known to be beyond its limit. */
      const count = (rule: VelocityRule, subject: string | undefined, rate: RateLimit | false): boolean => {
        if (subject === undefined || subject === "" || rate === false) return false;
        const tally = recall(tallies[rule], subject, rate, now);
        const before = tally.units;
        tally.units += units;
        const isBeyond = now < tally.markedUntil;
        if (isBeyond) marked ??= rule;
        const least = rate.limit * claimedFrom;
        if (tally.units < least) return isBeyond;
        const cost = before < least ? Math.min(tally.units, Math.max(units, rate.limit)) : units;
        found ??= [];
        found.push({ rule, tally, rate, claim: { key: `${rule}:${subject}`, ...rate, cost } });
        return isBeyond;
      };
      const ofNetwork = count("network_velocity", network, rules.networkVelocity);
      count("visitor_velocity", userKey, rules.visitorVelocity);
      // What one network sends too much of is marked by it, and says nothing of the others on the platform.
      if (!ofNetwork) {
        count("key_velocity", apiKeyId, rules.keyVelocity);
        count("platform_velocity", platformId, rules.platformVelocity);
      }
      if (found === undefined) return marked === undefined ? nothing : { ...nothing, exceeded: () => marked };
      return measured(found, now, marked);
    },
  };
}

/** The order in which exceeded velocities are named. */
const namedAt: Readonly<Record<VelocityRule, number>> = {
  network_velocity: 0,
  visitor_velocity: 1,
  key_velocity: 2,
  platform_velocity: 3,
};

interface Claimed {
  readonly rule: VelocityRule;
  readonly tally: Tally;
  readonly rate: RateLimit;
  readonly claim: RateClaim;
}

function measured(claimed: readonly Claimed[], now: EpochMs, marked: VelocityRule | undefined): Measured {
  return {
    claims: claimed.map(({ claim }) => claim),
    exceeded: (decisions) => {
      let first = marked;
      claimed.forEach(({ rule, tally, rate }, index) => {
        if (decisions[index]?.granted !== false) return;
        tally.markedUntil = now + rate.windowMs;
        if (first === undefined || namedAt[rule] < namedAt[first]) first = rule;
      });
      return first;
    },
  };
}

function recall(tallies: Lru<Tally>, subject: string, { windowMs }: RateLimit, now: EpochMs): Tally {
  const known = tallies.get(subject);
  if (known === undefined) {
    const tally: Tally = { endsAt: now + windowMs, units: 0, markedUntil: Number.NEGATIVE_INFINITY };
    tallies.set(subject, tally);
    return tally;
  }
  // The clock may be set back: then too the window is over.
  if (now >= known.endsAt || now < known.endsAt - windowMs) {
    known.endsAt = now + windowMs;
    known.units = 0;
    if (known.markedUntil > now + windowMs) known.markedUntil = now;
  }
  return known;
}
