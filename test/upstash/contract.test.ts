import { createTestClock } from "../conformance/clock.ts";
import { openOverStore } from "../contract/over-store.ts";
import { defineContractSuite } from "../contract/suite.ts";
import { startBackend } from "./backend.ts";

/** An installation with Upstash alone: store, catalogue and rate limits. */
defineContractSuite("the contract with Upstash alone", async () => {
  const backend = await startBackend();
  const clock = createTestClock();
  const prefix = backend.newPrefix();
  const store = backend.openStore({ prefix, clock: clock.now });
  const limiter = backend.openLimiter(prefix, clock.now);
  return openOverStore({ name: "Upstash", store, clock, limiter, close: backend.close });
});
