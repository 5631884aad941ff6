import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { createHandbill, type Handbill } from "../../core/handbill.ts";
import { systemClock } from "../../core/timing/clock.ts";
import { withProbes } from "./probes.ts";
import { demoSeed, plant, type Seed } from "./seed.ts";

export const defaultBaseUrl = "https://ads.example";
const exampleSecret = "the secret of an example, of no value at all";

/**
 * The application that every target serves: a memory store with the seed of `HANDBILL_TEST_SEED`, or with the
 * demo's catalogue, whose keys it says, and {@link withProbes}. `health`: for a mount in a host. It reads no variables but `HANDBILL_*`.
 */
export async function openApp(
  env: (name: string) => string | undefined,
  say: (line: string) => void = () => {},
  health?: boolean,
): Promise<Handbill> {
  let aheadMs = 0;
  const clock = (): number => systemClock() + aheadMs;
  const store = createMemoryStore({ clock });
  const baseUrl = env("HANDBILL_BASE_URL") ?? defaultBaseUrl;
  await plant(store, readSeed(env("HANDBILL_TEST_SEED"), baseUrl, say));
  const secrets = env("HANDBILL_SECRET") === undefined ? [exampleSecret] : undefined;
  // All cases of a suite come from one network, and most of their ads are never seen.
  const trafficRules = { unprovenHolds: false } as const;
  const handbill = createHandbill({ store, clock, env, baseUrl, secrets, health, trafficRules });
  return withProbes(handbill, {
    advance: (ms) => {
      aheadMs += ms;
    },
    audit: store.auditLedger,
  });
}

function readSeed(json: string | undefined, baseUrl: string, say: (line: string) => void): Seed {
  if (json !== undefined) return JSON.parse(json);
  const { seed, liveKey, testKey } = demoSeed(baseUrl);
  say(`Platform pf_demo, live key ${liveKey}, test key ${testKey}`);
  return seed;
}
