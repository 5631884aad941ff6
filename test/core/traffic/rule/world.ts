import { createMemoryRateLimiter } from "../../../../core/ratelimit/memory-rate-limiter.ts";
import type { RateLimiter } from "../../../../core/ratelimit/rate-limiter.ts";
import type { Classify } from "../../../../core/traffic/classify.ts";
import type { createTrafficJudge } from "../../../../core/traffic/judge.ts";
import type { TrafficEvent } from "../../../../core/traffic/traffic-event.ts";
import { readTrafficRules, type TrafficRules } from "../../../../core/traffic/traffic-rules.ts";
import { createTestClock, type TestClock } from "../../../conformance/clock.ts";
import { request } from "../../pipeline/requests.ts";

/** The rule under test: `core/traffic`, or a copy of it with a fault. */
export interface Rule {
  readonly createTrafficJudge: typeof createTrafficJudge;
}

export interface RuleCase {
  readonly name: string;
  readonly run: (rule: Rule) => Promise<void>;
}

export const browserAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** An event of a browser, with headers, an address and fields that differ. */
export interface Given extends Partial<Omit<TrafficEvent, "request">> {
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
  readonly method?: string;
}

export function eventOf({
  headers = {},
  address = "203.0.113.7",
  method = "POST",
  ...fields
}: Given = {}): TrafficEvent {
  const sent = request({ headers: { "user-agent": browserAgent, ...headers }, from: address });
  return {
    kind: "ad_request",
    caller: "browser",
    surface: "web",
    platformId: "pf_one",
    apiKeyId: "",
    userKey: "visitor-1",
    network: "network-1",
    request: { ...sent, method },
    ...fields,
  };
}

/** A judge, its clock and a limiter that other judges may share. */
export interface World {
  readonly clock: TestClock;
  readonly limiter: RateLimiter;
  /** `person`, the mark, or `excluded: ` and the reason. */
  readonly judge: (given?: Given) => Promise<string>;
  /** How often each was the outcome of `times` events. */
  readonly judgeMany: (times: number, given?: Given) => Promise<Readonly<Record<string, number>>>;
  readonly unconfirmed: ReturnType<typeof createTrafficJudge>["unconfirmed"];
  /** Claims that the limiter was asked for. */
  readonly claims: string[];
  readonly log: string[];
}

export function world(
  { createTrafficJudge }: Rule,
  rules: Partial<TrafficRules> = {},
  {
    classify,
    limiter,
    clock = createTestClock(),
  }: { classify?: Classify; limiter?: RateLimiter; clock?: TestClock } = {},
): World {
  const read = readTrafficRules(rules, () => undefined);
  if (read.faults.length > 0) throw new Error(read.faults.join());
  const settings = { trafficRules: read.rules, trustProxy: 0 };
  const log: string[] = [];
  const claims: string[] = [];
  const shared = limiter ?? createMemoryRateLimiter({ clock: clock.now });
  const judge = createTrafficJudge({ classify, clock: clock.now, log: ({ message }) => log.push(message) });
  const judgeOne = async (given?: Given): Promise<string> => {
    const judging = judge.begin(eventOf(given), settings);
    claims.push(...judging.claims.map(({ key, cost }) => `${key} ${cost}`));
    const decisions = judging.claims.length === 0 ? [] : await shared.take(judging.claims).catch(() => []);
    const found = await judging.end(decisions);
    if (found.kind === "excluded") return `excluded: ${found.reason}`;
    return found.kind === "marked" ? found.rule : "person";
  };
  const judgeMany: World["judgeMany"] = async (times, given) => {
    const outcomes: Record<string, number> = {};
    for (let n = 0; n < times; n += 1) {
      const found = await judgeOne(given);
      outcomes[found] = (outcomes[found] ?? 0) + 1;
    }
    return outcomes;
  };
  return { clock, limiter: shared, judge: judgeOne, judgeMany, unconfirmed: judge.unconfirmed, claims, log };
}
