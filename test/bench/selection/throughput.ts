import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { HttpRequest } from "../../../core/contract/http.ts";
import { createHandbill, type Handbill } from "../../../core/handbill.ts";
import { installCatalog, type Prices } from "../catalog.ts";
import { apiKey, platformId, rateLimits, secret, trafficRules } from "../installation.ts";
import { startLoadGenerator } from "../load/load-generator.ts";
import { median } from "../median.ts";
import { compare } from "../rounds.ts";
import { startServer } from "../servers/bench-server.ts";

const perRound = 20_000;
const rounds = 7;
const connections = 64;
const encoder = new TextEncoder();

/** The same catalogue in several sizes. */
export interface Throughput {
  /** Ad requests a second over HTTP on Node, on the memory store: what a caller of the endpoint sees. */
  readonly overHttp: readonly number[];
  /** The same of one process from the request's bytes to the answer's, without HTTP, a question and its topics. */
  readonly inProcess: readonly number[];
}

/**
 * All sizes in turn and warmed up alike, so that what disturbs the machine disturbs all of them. With prices of their own few
 * campaigns are shown; with one price each request pays another campaign, which is not in the CPU cache.
 */
export async function adThroughput(sizes: readonly number[], prices: Prices): Promise<Throughput> {
  const overHttp = await throughputOverHttp(sizes, prices);
  return { overHttp, inProcess: await throughputInProcess(sizes, prices) };
}

async function throughputOverHttp(sizes: readonly number[], prices: Prices): Promise<readonly number[]> {
  const load = await startLoadGenerator();
  const servers = await Promise.all(
    sizes.map((size) =>
      startServer("node", "handbill-node", { BENCH_CAMPAIGNS: String(size), BENCH_PRICES: prices }),
    ),
  );
  try {
    const sides = servers.map((server, at) => ({
      name: `${sizes[at]} campaigns`,
      server,
      workload: { kind: "ads" } as const,
    }));
    const options = { rounds, milliseconds: 1_500, warmUpMilliseconds: 3_000, connections, awake: true };
    const figures = await compare(sides, load, { ...options, progress: () => {} });
    return figures.map(({ perSecond }) => perSecond);
  } finally {
    await Promise.all([load.stop(), ...servers.map((server) => server.stop())]);
  }
}

async function throughputInProcess(sizes: readonly number[], prices: Prices): Promise<readonly number[]> {
  const handbills = await Promise.all(sizes.map((size) => openHandbill(size, prices)));
  const found = sizes.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [at, handbill] of handbills.entries()) {
      const perSecond = await askAll(handbill, round);
      if (round > 0) found[at]?.push(perSecond);
    }
  }
  return found.map(median);
}

async function openHandbill(targeted: number, prices: Prices): Promise<Handbill> {
  const store = createMemoryStore();
  await installCatalog(store, { targeted, prices });
  return createHandbill({
    store,
    baseUrl: "http://localhost",
    secrets: [secret],
    rateLimits,
    trafficRules,
    log: () => {},
  });
}

async function askAll(handbill: Handbill, round: number): Promise<number> {
  const startedAt = performance.now();
  for (let done = 0; done < perRound; done += 100) {
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const { body } = await handbill.answer(requestOf(round * perRound + done + index));
        if (!body.startsWith('{"has_ad":true')) throw new Error(`There was no ad: ${body}`);
      }),
    );
  }
  return (perRound / (performance.now() - startedAt)) * 1_000;
}

/** Half of all users come again in the next round. */
function requestOf(index: number): HttpRequest {
  const fields = {
    platform_id: platformId,
    stable_user_id: `user-${index % 2 === 0 ? index % perRound : index}`,
    placement: index % 5 === 0 ? "sidebar" : "chat",
    language_code: index % 3 === 0 ? "en-GB" : "en",
  };
  const bytes = encoder.encode(JSON.stringify(fields));
  const headers = new Map([
    ["content-type", "application/json"],
    ["authorization", `Bearer ${apiKey.key}`],
  ]);
  return {
    method: "POST",
    target: "/api/v1/web/ads",
    header: (name) => headers.get(name),
    readBody: async () => bytes,
  };
}
