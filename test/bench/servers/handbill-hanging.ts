// A handbill whose store never answers an issue: once a few hundred requests wait, it refuses the others.
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { createHandbill } from "../../../core/handbill.ts";
import { serve } from "../../../runtimes/node/mod.ts";
import { installCatalog } from "../catalog.ts";
import { rateLimits, secret, trafficRules } from "../installation.ts";
import { reportUsage } from "../processes/usage.ts";

const store = createMemoryStore();
await installCatalog(store, "mixed");
const handbill = createHandbill({
  store: { ...store, issue: () => new Promise(() => {}) },
  secrets: [secret],
  baseUrl: "https://ads.example",
  rateLimits,
  trafficRules,
  storeTimeoutMs: 60_000,
  log: () => {},
});
const server = await serve(handbill, { port: 0 });
reportUsage(server.url, async () => {});
