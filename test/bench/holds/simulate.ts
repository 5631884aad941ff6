import type { Handbill } from "../../../core/handbill.ts";
import { campaign, platformId } from "../../conformance/fixtures.ts";
import { createPrng, type Prng } from "../../conformance/prng.ts";
import { install } from "../../core/pipeline/installation.ts";
import { browserPost } from "../../core/pipeline/requests.ts";
import type { Crowd, Scenario } from "./scenarios.ts";

export interface Simulated {
  /** Whether each request of people got an ad, in their order. */
  readonly peopleGot: readonly boolean[];
  /** The largest share of the budget that the attack held at a time. */
  readonly attackHeld: number;
}

const priceMicros = 1_000;
const hourMs = 3_600_000;

/** The real core over the memory store: only the clock and the visitors are simulated. */
export async function simulate(scenario: Scenario, isLimited: boolean, seed: number): Promise<Simulated> {
  const random = createPrng(seed);
  const totalBudgetMicros = scenario.budgetAds * priceMicros;
  const { handbill, clock } = await install(
    {
      random: (length) => Uint8Array.from({ length }, () => random.below(256)),
      trafficRules: isLimited ? {} : { unprovenShare: false, unprovenHolds: false },
    },
    {},
    [campaign("c", { priceMicros, totalBudgetMicros })],
  );
  const start = clock.now();
  const people = visitorsOf(scenario.people, "10.0", createPrng(seed + 1));
  const attack = scenario.attack && visitorsOf(scenario.attack, "10.200", createPrng(seed + 2));
  const views = new Map<number, (() => Promise<void>)[]>();
  const peopleGot: boolean[] = [];
  /** When the attack got the ads that it holds. */
  const held = new Map<string, number>();
  let attackHeld = 0;

  for (let second = 0; second < scenario.people.seconds; second += 1) {
    const now = start + second * 1_000;
    clock.set(now);
    if (second % 10 === 0) await handbill.maintain();
    for (const view of views.get(second) ?? []) await view();
    views.delete(second);
    const get = async (visitor: Visitor): Promise<SeenAd | undefined> => {
      const ad = await ask(handbill, visitor);
      if (ad === undefined || !visitor.looks) return ad;
      const at = second + visitor.looksAfter;
      const view = async (): Promise<void> => {
        await confirm(handbill, visitor, ad);
        held.delete(ad.delivery_id);
      };
      views.set(at, [...(views.get(at) ?? []), view]);
      return ad;
    };
    // All requests of a second at once, as they come.
    await Promise.all([
      ...people(second).map(async (visitor) => {
        const index = peopleGot.push(false) - 1;
        peopleGot[index] = (await get(visitor)) !== undefined;
      }),
      ...(attack?.(second) ?? []).map(async (visitor) => {
        const ad = await get(visitor);
        if (ad !== undefined) held.set(ad.delivery_id, now);
      }),
    ]);
    for (const [id, at] of held) if (now - at > hourMs) held.delete(id);
    attackHeld = Math.max(attackHeld, held.size / scenario.budgetAds);
  }
  await handbill.close();
  return { peopleGot, attackHeld };
}
interface Visitor {
  readonly id: string;
  readonly address: string;
  readonly looks: boolean;
  /** Seconds after the issue. */
  readonly looksAfter: number;
}

/** The requests of each second. The same visitor comes from the same network. */
function visitorsOf(crowd: Crowd, addresses: string, prng: Prng): (second: number) => readonly Visitor[] {
  let due = 0;
  let came = 0;
  return (second) => {
    if (second < crowd.fromSecond || second >= crowd.fromSecond + crowd.seconds) return [];
    due += crowd.perSecond;
    const visitors: Visitor[] = [];
    for (; came < Math.floor(due); came += 1) {
      const number = crowd.visitors === undefined ? came : prng.below(crowd.visitors);
      const network = number % crowd.networks;
      visitors.push({
        id: `${addresses}-visitor-${String(number).padStart(8, "0")}`,
        // Networks of one crowd: two bytes of the /24, and any address in it.
        address: `${addresses.split(".")[0]}.${Number(addresses.split(".")[1]) + (network >> 8)}.${network & 255}.${prng.below(250) + 1}`,
        looks: prng.below(1_000) < crowd.viewRate * 1_000,
        looksAfter: 2 + prng.below(20),
      });
    }
    return visitors;
  };
}

interface SeenAd {
  readonly delivery_id: string;
  readonly view: string;
}

async function ask(handbill: Handbill, { id, address }: Visitor): Promise<SeenAd | undefined> {
  const body = { platform_id: platformId, visitor_id: id, context: { type: "static" } };
  const { status, body: text } = await handbill.answer(browserPost("/api/v1/web/ads", body, address));
  if (status !== 200) throw new Error(`An ad request was answered ${status}: ${text}`);
  const answer: { readonly ad: SeenAd | null } = JSON.parse(text);
  return answer.ad ?? undefined;
}

async function confirm(handbill: Handbill, { id, address }: Visitor, ad: SeenAd): Promise<void> {
  const { delivery_id, view } = ad;
  const body = { platform_id: platformId, visitor_id: id, delivery_id, view };
  const { status, body: text } = await handbill.answer(browserPost("/api/v1/web/seen", body, address));
  if (status !== 200) throw new Error(`A view was answered ${status}: ${text}`);
}
