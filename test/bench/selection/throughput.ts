import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { createHandbill, type Handbill } from "../../../core/handbill.ts";
import type { HttpRequest } from "../../../core/pipeline/http.ts";
import { installCatalog } from "../catalog.ts";
import { apiKey, platformId, rateLimits, secret } from "../installation.ts";
import { median } from "../median.ts";

const perRound = 20_000;
const rounds = 7;
const encoder = new TextEncoder();

/** Ad requests a second of one process on the memory store, from the request's bytes to the answer's, by catalogue size. */
export async function adThroughput(sizes: readonly number[]): Promise<readonly number[]> {
  const handbills = await Promise.all(sizes.map(openHandbill));
  const found = sizes.map((): number[] => []);
  for (let round = 0; round <= rounds; round++) {
    for (const [at, handbill] of handbills.entries()) {
      const perSecond = await askAll(handbill, round);
      if (round > 0) found[at]?.push(perSecond);
    }
  }
  return found.map(median);
}

async function openHandbill(size: number): Promise<Handbill> {
  const store = createMemoryStore();
  await installCatalog(store, size);
  return createHandbill({ store, baseUrl: "http://localhost", secrets: [secret], rateLimits, log: () => {} });
}

async function askAll(handbill: Handbill, round: number): Promise<number> {
  const startedAt = performance.now();
  for (let done = 0; done < perRound; done += 100) {
    await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const { body } = await handbill.answer(requestOf(`user-${round}-${done + index}`));
        if (!body.startsWith('{"has_ad":true')) throw new Error(`There was no ad: ${body}`);
      }),
    );
  }
  return (perRound / (performance.now() - startedAt)) * 1_000;
}

function requestOf(user: string): HttpRequest {
  const bytes = encoder.encode(JSON.stringify({ platform_id: platformId, stable_user_id: user }));
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
