/** A whole application in the words of the README, for one runtime. Prints the answer to one ad request. */
export function application(runtime: "node" | "bun" | "deno"): string {
  return `
import { createApiKey, createHandbill, systemRandom } from "handbill";
import { createMemoryStore } from "handbill/adapters/memory";
import { environment, serve } from "handbill/${runtime}";

const store = createMemoryStore();
const { version } = await store.readCatalog();
await store.applyCatalog({
  expectedVersion: version,
  removals: [],
  upserts: {
    publishers: [{ id: "me", name: "Me" }],
    platforms: [
      {
        id: "pf_mine",
        publisherId: "me",
        name: "Mine",
        status: "active",
        allowedOrigins: [],
        placements: [],
        revenueShareBps: 7000,
      },
    ],
    campaigns: [],
    creatives: [],
    topics: [],
  },
});
const { key, id, hash } = createApiKey("live", systemRandom);
await store.addApiKey({ id, hash, publisherId: "me", mode: "live", label: "first", createdAt: 0 });

const handbill = createHandbill({
  store,
  env: environment,
  baseUrl: "https://ads.example",
  secrets: ["a secret with at least thirty-two characters"],
});
const server = await serve(handbill, { port: 0 });
const answer = await fetch(server.url + "/api/v1/web/ads", {
  method: "POST",
  headers: { authorization: "Bearer " + key, "content-type": "application/json" },
  body: JSON.stringify({ platform_id: "pf_mine", visitor_id: "visitor-0123456789", test: true }),
});
const { has_ad, ad } = await answer.json();
const ranOn = "Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node";
console.log(JSON.stringify({ status: answer.status, has_ad, test: ad.test, ranOn }));
await server.close();
`;
}

/** Names every public module, so that every declaration file is checked. */
export const everyEntry = `
export * as core from "handbill";
export * as memory from "handbill/adapters/memory";
export * as postgres from "handbill/adapters/postgres";
export * as pglite from "handbill/adapters/pglite";
export * as node from "handbill/node";
export * as bun from "handbill/bun";
export * as deno from "handbill/deno";
export * as vercel from "handbill/vercel";
export * as browser from "handbill/browser";
export * as client from "handbill/client";
export * as management from "handbill/management";
export * as sqlite from "handbill/adapters/sqlite";
export * as upstash from "handbill/adapters/upstash";
export * as conformance from "handbill/conformance";
`;
