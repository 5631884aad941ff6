import process from "node:process";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { createHandbill } from "../../../core/handbill.ts";
import { createEdgeHandbill } from "../../../runtimes/edge/mod.ts";
import { installCatalog } from "../catalog.ts";
import { cpuMicros } from "../cpu-micros.ts";
import { apiKey, platformId, rateLimits, secret, trafficRules } from "../installation.ts";
import { benchVisitor } from "../load/requests.ts";
import { median } from "../median.ts";
import type { BenchResult } from "../result.ts";
import { type Figures, ratio, type SideFigures } from "../rounds.ts";
import type { Bench, BenchContext } from "./bench.ts";

const rounds = 5;
const perRound = 10_000;
const atATime = 50;

type Fetch = (request: Request) => Promise<Response>;

/** A handbill for each request over shared data, beside one that batches. The store answers at once, so the figure is our work. */
export const edge: Bench = {
  name: "edge",
  about: "POST /web/ads, a handbill for each request, beside one for all, in process",
  run: async (context) => [await run(context)],
};

async function run({ scale, progress }: BenchContext): Promise<BenchResult> {
  const options = { secrets: [secret], baseUrl: "https://ads.example", rateLimits, trafficRules };
  const store = createMemoryStore();
  await installCatalog(store, "mixed");
  const sides: readonly { readonly name: string; readonly fetch: Fetch; readonly rounds: Figures[] }[] = [
    {
      name: "a handbill for each request",
      fetch: createEdgeHandbill({ ...options, openStore: () => store }).fetch,
      rounds: [],
    },
    { name: "one handbill", fetch: createHandbill({ ...options, store }).fetch, rounds: [] },
  ];
  for (let round = 0; round <= rounds; round++) {
    for (const side of sides) {
      const figures = await measure(side.fetch, Math.ceil(perRound * scale));
      if (round > 0) side.rounds.push(figures);
      progress(`${side.name}, round ${round}/${rounds}: ${figures.cpuMicrosPerRequest.toFixed(1)} µs`);
    }
  }
  const [ours, theirs] = sides.map(summary);
  if (ours === undefined || theirs === undefined) throw new Error("This comparison has two sides.");
  return {
    name: "edge",
    title: `POST /web/ads, memory store, node, in process, ${atATime} at a time`,
    sides: [ours, theirs],
    ratios: [
      {
        name: "CPU per request, each / one",
        value: ratio(ours, theirs, (round) => round.cpuMicrosPerRequest),
      },
    ],
  };
}

async function measure(fetch: Fetch, requests: number): Promise<Figures> {
  const times: number[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < requests) {
      next += 1;
      const begun = performance.now();
      const answer = await fetch(adRequest(next));
      if (answer.status !== 200) throw new Error(`An ad request was answered ${answer.status}.`);
      times.push(performance.now() - begun);
    }
  };
  const [cpu, begun] = [cpuMicros(), performance.now()];
  await Promise.all(Array.from({ length: atATime }, work));
  const [cpuSpent, milliseconds] = [cpuMicros() - cpu, performance.now() - begun];
  times.sort((a, b) => a - b);
  return {
    perSecond: (requests / milliseconds) * 1_000,
    p50: times[Math.floor(times.length / 2)] ?? Number.NaN,
    p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN,
    cpuMicrosPerRequest: cpuSpent / requests,
    busy: cpuSpent / 1_000 / milliseconds,
  };
}

function adRequest(index: number): Request {
  return new Request("https://ads.example/api/v1/web/ads", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${apiKey.key}` },
    body: JSON.stringify({ platform_id: platformId, visitor_id: benchVisitor(index).visitorId }),
  });
}

function summary({
  name,
  rounds: all,
}: {
  readonly name: string;
  readonly rounds: readonly Figures[];
}): SideFigures {
  const of = (field: (figures: Figures) => number): number => median(all.map(field));
  return {
    name,
    rounds: all,
    perSecond: of((round) => round.perSecond),
    p50: of((round) => round.p50),
    p99: of((round) => round.p99),
    cpuMicrosPerRequest: of((round) => round.cpuMicrosPerRequest),
    busy: of((round) => round.busy),
    peakRssBytes: process.resourceUsage().maxRSS * 1_024,
  };
}
