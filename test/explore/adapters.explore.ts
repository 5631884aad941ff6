/** The seeded cases of the conformance suite, from the seeds of this run, on every adapter. */
import { afterAll, beforeAll, describe, test } from "vitest";
import type { RateLimiterHarness, StoreHarness } from "../conformance/mod.ts";
import { anyWindowCase } from "../conformance/rate-limit.ts";
import { randomHistoryCase } from "../conformance/rate-limit-cases.ts";
import * as memory from "../conformance/runners/memory-harness.ts";
import { stormCase } from "../conformance/store/audit.ts";
import { sameAnswerCase } from "../conformance/store/same-answers.ts";
import { seeds } from "../core/seeds.ts";
import { type LimiterBackend, pgliteLimiters, serverLimiters } from "../ratelimit/backends.ts";
import { type Backend, emptied, pgliteBackend, serverBackend } from "../setup/postgres-backends.ts";
import { harness as sqlStore } from "../sql-store/harness.ts";
import { harness as sqlite } from "../sqlite/harness.ts";
import { startBackend, type Backend as UpstashBackend } from "../upstash/backend.ts";

const storeCases = seeds.flatMap((seed) => [stormCase(seed), sameAnswerCase(seed)]);
const limitCases = seeds.flatMap((seed) => [anyWindowCase(seed), randomHistoryCase(seed)]);

function testStore(harness: () => StoreHarness): void {
  test.each(storeCases)("$name", ({ run }) => run(harness()));
}

function testLimiter(harness: () => RateLimiterHarness): void {
  test.each(limitCases)("$name", ({ run }) => run(harness()));
}

describe("the memory store", () => testStore(() => memory.storeHarness));
describe("the memory rate limiter", () => testLimiter(() => memory.limiterHarness));
describe("the SQLite store", () => testStore(() => sqlite));
describe("the SQL store on SQLite", () => testStore(() => sqlStore));

describe.each([
  ["PGlite", emptied(pgliteBackend)],
  ["a PostgreSQL server", emptied(() => serverBackend(18))],
] as const)("the PostgreSQL store on %s", (_, start) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await start();
  });
  afterAll(() => backend.close());
  testStore(() => ({ open: (clock) => backend.open(clock) }));
});

describe.each([
  ["PGlite", pgliteLimiters],
  ["a PostgreSQL server", serverLimiters],
] as const)("the PostgreSQL rate limiter on %s", (_, start) => {
  let backend: LimiterBackend;
  beforeAll(async () => {
    backend = await start();
  });
  afterAll(() => backend.close());
  testLimiter(() => ({ open: (clock) => backend.open(clock) }));
});

describe("Upstash", () => {
  let backend: UpstashBackend;
  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend.close());
  testStore(() => ({
    open: async ({ now }) => {
      const prefix = backend.newPrefix();
      const open = () => backend.openStore({ prefix, clock: now });
      return { stores: [open(), open()], close: async () => undefined };
    },
  }));
  testLimiter(() => ({
    open: async ({ now }) => {
      const prefix = backend.newPrefix();
      const open = () => backend.openLimiter(prefix, now);
      return { limiters: [open(), open()], close: async () => undefined };
    },
  }));
});
