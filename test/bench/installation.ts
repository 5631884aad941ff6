import type { RateLimits } from "../../core/ratelimit/rate-limits.ts";
import { createApiKey, type NewApiKey } from "../../core/signing/api-key.ts";
import type { TrafficRules } from "../../core/traffic/traffic-rules.ts";

/** Constants that the servers, the load generator and the seeding share. Keys and secrets of a bench are no secrets. */
export const secret = "a secret of the bench, known to everybody";
export const platformId = "pf_bench";
export const publisherId = "bench";
export const origin = "https://page.example";
export const apiKey: NewApiKey = createApiKey("live", (length) => new Uint8Array(length).fill(7));

/** Every limiter works on every request and refuses none. Short windows: what they remember is full after warm-up. */
const generous = { limit: 900_000_000, windowMs: 5_000 };
export const rateLimits: Partial<RateLimits> = {
  adsPerVisitor: generous,
  adsPerKey: { limit: 900_000_000, windowMs: 1_000 },
  seenPerUser: generous,
  requestsPerNetwork: generous,
};

/** The same for the rules of traffic: nothing is marked, and the one network of the load generator may hold what it likes. */
export const trafficRules: Partial<TrafficRules> = {
  networkVelocity: generous,
  keyVelocity: generous,
  platformVelocity: generous,
  visitorVelocity: generous,
  neverConfirms: 1_000_000,
  unprovenHolds: generous,
};
