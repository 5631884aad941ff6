import type { Log } from "../log.ts";
import { Lru } from "../lru.ts";
import { clientAddress, parseClientAddress } from "../ratelimit/client-network.ts";
import type { RateClaim, RateDecision } from "../ratelimit/rate-limiter.ts";
import type { Clock } from "../timing/clock.ts";
import { type Classification, type Classify, type ClassifyState, guardClassify } from "./classify.ts";
import { type ExclusionReason, isOfMany, type Judgement, type MarkRule, person } from "./judgement.ts";
import { fetchedAhead, isNavigation } from "./link-reason.ts";
import { isListed } from "./network-list.ts";
import type { TrafficEvent } from "./traffic-event.ts";
import type { ReadTrafficRules } from "./traffic-rules.ts";
import { createUnconfirmedAds, type UnconfirmedAds } from "./unconfirmed.ts";
import { createAgentReader } from "./user-agent.ts";
import { createVelocities, type Velocities } from "./velocity.ts";

/** Judges the traffic of one instance. */
export interface TrafficJudge {
  /** Begins with an event: excludes it, or counts it in the velocities of its subjects. */
  readonly begin: (event: TrafficEvent, settings: TrafficSettings) => Judging;
  /** Serving reports issued and confirmed ads to it. */
  readonly unconfirmed: UnconfirmedAds;
}

/** An event under judgement. */
export interface Judging {
  /** Claims for the limiter, to be taken together with those of the limits; usually none. */
  readonly claims: readonly RateClaim[];
  /** The judgement, by the decisions on `claims`; empty decisions: the limiter failed. Never rejects. */
  readonly end: (decisions: readonly RateDecision[]) => Judgement | Promise<Judgement>;
}

/** The part of the configuration that the judge reads. */
export interface TrafficSettings {
  readonly trafficRules: ReadTrafficRules;
  readonly trustProxy: number;
}

/** The memory of a judge: plain data that the instances of one isolate share. */
export interface TrafficJudgeState {
  readonly agentReason: ReturnType<typeof createAgentReader>;
  readonly velocities: Velocities;
  readonly unconfirmed: UnconfirmedAds;
  /** Whether an address is in a marked network. */
  readonly named: Lru<boolean>;
  readonly classify: ClassifyState;
}

/** Nothing is remembered. */
export function createTrafficJudgeState(): TrafficJudgeState {
  return {
    agentReason: createAgentReader(),
    velocities: createVelocities(),
    unconfirmed: createUnconfirmedAds(),
    named: new Lru(maxAddresses),
    classify: {},
  };
}

export interface TrafficJudgeOptions {
  /** Default: a new one. */
  readonly state?: TrafficJudgeState | undefined;
  readonly classify?: Classify | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

const maxAddresses = 10_000;

/** Creates the judge of one instance, with bounded memory. */
export function createTrafficJudge(options: TrafficJudgeOptions): TrafficJudge {
  const { classify, clock, log, state = createTrafficJudgeState() } = options;
  const { agentReason, velocities, unconfirmed, named } = state;
  const ask = classify && guardClassify({ classify, clock, log, state: state.classify });

  /** Excluded, marked, or a person: the first that applies. */
  function decide(
    event: TrafficEvent,
    fast: MarkRule | undefined,
    settings: TrafficSettings,
    known: Classification,
  ): Judgement {
    if (known === "excluded") return { kind: "excluded", reason: "embedder" };
    const ofRequester = ruleFor(event, fast, settings) ?? (known === "person" ? undefined : known.mark);
    const rule = ofRequester ?? fast;
    return rule === undefined ? person : { kind: "marked", rule };
  }

  /** Of a server neither the agent nor the address is the person's. */
  function exclusionOf(
    event: TrafficEvent,
    { excludeByAgent }: ReadTrafficRules,
  ): ExclusionReason | undefined {
    const { kind, caller, request } = event;
    if (kind === "click") {
      const reason = fetchedAhead(request) ?? agentReason(request.header("user-agent"), true);
      return reason ?? (isNavigation(request) ? undefined : "no_navigation");
    }
    return excludeByAgent && caller === "browser"
      ? agentReason(request.header("user-agent"), false)
      : undefined;
  }

  /** The first rule that says something of the requester. */
  function ruleFor(
    event: TrafficEvent,
    fast: MarkRule | undefined,
    settings: TrafficSettings,
  ): MarkRule | undefined {
    const { kind, ageMs = Number.POSITIVE_INFINITY } = event;
    const { clickAgeMs, pressAgeMs, neverConfirms } = settings.trafficRules;
    if (isNamed(event, settings)) return "named_network";
    if (fast !== undefined && !isOfMany(fast)) return fast;
    if (kind === "click" && clickAgeMs !== false && ageMs < clickAgeMs) return "click_age";
    if (kind === "press" && pressAgeMs !== false && ageMs < pressAgeMs) return "press_age";
    if (kind === "ad_request" && neverConfirms !== false && unconfirmed.of(event.userKey) >= neverConfirms) {
      return "never_confirms";
    }
    return undefined;
  }

  function isNamed(
    { caller, request }: TrafficEvent,
    { trafficRules, trustProxy }: TrafficSettings,
  ): boolean {
    if (trafficRules.markedNetworks.size === 0 || caller === "server") return false;
    const address = clientAddress(request, trustProxy);
    if (address === undefined) return false;
    const known = named.get(address);
    if (known !== undefined) return known;
    const bytes = parseClientAddress(address);
    const isNamed = bytes !== undefined && isListed(trafficRules.markedNetworks, bytes);
    if (bytes !== undefined) named.set(address, isNamed);
    return isNamed;
  }

  return {
    begin: (event, settings) => {
      const reason = exclusionOf(event, settings.trafficRules);
      if (reason !== undefined) return { claims: [], end: () => ({ kind: "excluded", reason }) };
      const { claims, exceeded } = velocities.measure(event, settings.trafficRules, clock());
      const end: Judging["end"] = (decisions) => {
        const fast = exceeded(decisions);
        if (ask === undefined) return decide(event, fast, settings, "person");
        return ask(event).then((known) => decide(event, fast, settings, known));
      };
      return { claims, end };
    },
    unconfirmed,
  };
}
