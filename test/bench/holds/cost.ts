import type { HttpRequest } from "../../../core/contract/http.ts";
import { createMemoryRateLimiter } from "../../../core/ratelimit/memory-rate-limiter.ts";
import { createNextTick } from "../../../core/timing/next-tick.ts";
import type { TrafficRules } from "../../../core/traffic/traffic-rules.ts";
import { createUnconfirmedAds } from "../../../core/traffic/unconfirmed.ts";
import { createUnprovenHolds, type Holding } from "../../../core/traffic/unproven-holds.ts";
import { createTestClock } from "../../conformance/clock.ts";
import { campaign, platformId } from "../../conformance/fixtures.ts";
import { install } from "../../core/pipeline/installation.ts";
import { browserPost } from "../../core/pipeline/requests.ts";
import { cpuMicros } from "../cpu-micros.ts";
import { median } from "../median.ts";

const visitors = 4_096;
const networks = 512;
/** Requests of a round of the rule alone: CPU time is counted in milliseconds. */
const ofRule = 65_536;
/** Few enough that a visitor with a view stays proven without another one. */
const rounds = 9;
/** Requests of a simulated second: the limiter is called once for all of them. */
const perSecond = 2_048;
const mostMicros = 0.5;
/** Refuses nobody, so both sides issue the same ads. */
const limited: Partial<TrafficRules> = { unprovenHolds: { limit: 900_000_000, windowMs: 3_600_000 } };
const free: Partial<TrafficRules> = { unprovenHolds: false, unprovenShare: false };

/** CPU time of one request's part in each round. The first round warms up. */
type Measure = (round: number) => Promise<number>;

/** What the rule costs an ad request of a browser: its own code, and the whole request with and without it. */
export async function costRows(): Promise<readonly (readonly string[])[]> {
  const head = ["", "the rule, µs", "goal", "whole request, µs", "without the rule", "ratio"];
  return [head, await costRow("first-time visitors", false), await costRow("visitors with a view", true)];
}

async function costRow(name: string, isConfirmed: boolean): Promise<readonly string[]> {
  const [alone = [], withRule = [], without = []] = await inTurn([
    ruleAlone(isConfirmed),
    await wholeRequest(isConfirmed, limited),
    await wholeRequest(isConfirmed, free),
  ]);
  const ratios = withRule.map((micros, round) => micros / (without[round] ?? Number.NaN));
  const micros = median(alone);
  const verdict = micros <= mostMicros ? "reached" : "NOT reached";
  const whole = [withRule, without].map((side) => median(side).toFixed(1));
  return [name, micros.toFixed(2), `≤ ${mostMicros}: ${verdict}`, ...whole, median(ratios).toFixed(3)];
}

async function inTurn(measures: readonly Measure[]): Promise<readonly (readonly number[])[]> {
  const sides = measures.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, measure] of measures.entries()) {
      const micros = await measure(round);
      if (round > 0) sides[index]?.push(micros);
    }
  }
  return sides;
}

function ruleAlone(isConfirmed: boolean): Measure {
  const nextTick = createNextTick();
  const clock = createTestClock();
  const limiter = createMemoryRateLimiter({ clock: clock.now });
  const rules = { unprovenHolds: limited.unprovenHolds ?? false };
  const holds = createUnprovenHolds({ limiter, unconfirmed: createUnconfirmedAds(), clock: clock.now });
  return async (round) => {
    const asking = Array.from({ length: ofRule }, (_, index): Holding => {
      const { visitor, network } = isConfirmed ? visitorOf(index % visitors, 0) : visitorOf(index, round);
      return { userKey: visitor, apiKeyId: "", network };
    });
    if (isConfirmed) for (const who of asking) holds.confirmed(who, rules);
    await nextTick();
    const begun = cpuMicros();
    for (const [index, who] of asking.entries()) {
      if (index % perSecond === 0) {
        clock.advance(1_000);
        await nextTick();
      }
      holds.begin(who, rules)?.end(true);
    }
    await nextTick();
    return (cpuMicros() - begun) / ofRule;
  };
}

async function wholeRequest(isConfirmed: boolean, trafficRules: Partial<TrafficRules>): Promise<Measure> {
  const { handbill, clock } = await install({ trafficRules }, {}, [
    campaign("c", { totalBudgetMicros: Number.MAX_SAFE_INTEGER }),
  ]);
  const answerAll = async (requests: readonly HttpRequest[]): Promise<readonly string[]> => {
    const bodies: string[] = [];
    for (let at = 0; at < requests.length; at += 64) {
      const answers = await Promise.all(requests.slice(at, at + 64).map(handbill.answer));
      bodies.push(...answers.map(({ status, body }) => (status === 200 ? body : "")));
    }
    if (bodies.includes("")) throw new Error("A request was refused.");
    return bodies;
  };
  const asking = (round: number): readonly HttpRequest[] =>
    Array.from({ length: visitors }, (_, index) => {
      const { visitor, network } = visitorOf(index, round);
      return browserPost("/api/v1/web/ads", { platform_id: platformId, visitor_id: visitor }, network);
    });
  if (isConfirmed) {
    const ads = await answerAll(asking(0));
    clock.advance(2_000);
    await answerAll(
      ads.map((text, index) => {
        const { visitor, network } = visitorOf(index, 0);
        const { ad }: { readonly ad: { readonly delivery_id: string; readonly view: string } } =
          JSON.parse(text);
        const body = {
          platform_id: platformId,
          visitor_id: visitor,
          delivery_id: ad.delivery_id,
          view: ad.view,
        };
        return browserPost("/api/v1/web/seen", body, network);
      }),
    );
  }
  return async (round) => {
    clock.advance(60_000);
    await handbill.maintain();
    const requests = asking(isConfirmed ? 0 : round);
    const begun = cpuMicros();
    await answerAll(requests);
    return (cpuMicros() - begun) / visitors;
  };
}

function visitorOf(index: number, round: number): { readonly visitor: string; readonly network: string } {
  const number = index % networks;
  const network = `10.${number >> 8}.${number & 255}.7`;
  return { visitor: `visitor-${round}-${String(index).padStart(12, "0")}`, network };
}
