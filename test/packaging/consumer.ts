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

/** Management with its API description, a console page with a chart's code, and the question that needs the list of public suffixes. */
export const managed = `
import { createHandbill } from "handbill";
import { createMemoryStore } from "handbill/adapters/memory";
import { createConsole } from "handbill/console";
import { createManagement } from "handbill/management";

const store = createMemoryStore();
const settings = { store, baseUrl: "https://ads.example", secrets: ["a secret with at least thirty-two characters"], env: () => undefined };
const token = "operator-token-of-at-least-thirty-two-characters";
const handbill = createHandbill(settings);
const management = createManagement({ ...settings, handbill, operatorTokens: [token], console: createConsole() });
const headers = { authorization: "Bearer " + token, "content-type": "application/json" };
const ask = (path, init = {}) => management.fetch(new Request("https://ads.example" + path, { headers, ...init }));

const description = await (await ask("/api/v1/manage/openapi.json")).json();
const page = await (await ask("/console/sign-in")).text();
const create = (kind, body) => ask("/api/v1/manage/" + kind, { method: "POST", body: JSON.stringify(body) });
await create("publishers", { id: "me", name: "Me" });
const refused = await create("platforms", {
  id: "pf_mine",
  publisherId: "me",
  name: "Mine",
  allowedOrigins: ["https://*.co.uk"],
  revenueShareBps: 7000,
});
console.log(JSON.stringify({ openapi: description.openapi, page: page.includes("<form"), refused: refused.status, text: await refused.text() }));
await handbill.close();
`;

/** Names every public module, so that every declaration file is checked. */
export const everyEntry = `
export * as core from "handbill";
export * as adapter from "handbill/adapter";
export * as memory from "handbill/adapters/memory";
export * as postgres from "handbill/adapters/postgres";
export * as pglite from "handbill/adapters/pglite";
export * as node from "handbill/node";
export * as bun from "handbill/bun";
export * as deno from "handbill/deno";
export * as vercel from "handbill/vercel";
export * as edge from "handbill/edge";
export * as cloudflare from "handbill/cloudflare";
export * as browser from "handbill/browser";
export * as aiSdk from "handbill/ai-sdk";
export * as client from "handbill/client";
export * as console from "handbill/console";
export * as management from "handbill/management";
export * as placed from "handbill/adapters/placed";
export * as sqlite from "handbill/adapters/sqlite";
export * as upstash from "handbill/adapters/upstash";
export * as conformance from "handbill/conformance";
`;

/** The beginning of an adapter, on what the package exports for its author. */
export const adapterSkeleton = `
import {
  type Account,
  type Balance,
  type Campaign,
  type CapQuery,
  type CatalogVersion,
  type Clock,
  type CountQuery,
  type Delivery,
  type DeliveryEvent,
  type Hold,
  type InstallationStore,
  type IssueOrder,
  type IssueOutcome,
  type Ledger,
  type ManagementStore,
  type Movement,
  type RecordOutcome,
  type ReportStore,
  type ServingStore,
  type Spend,
  type Store,
  type StoredDelivery,
  type WebhookStore,
  auditActions,
  auditKinds,
  campaignDay,
  chargeTotal,
  checkedBatch,
  checkedIds,
  checkedRetention,
  countsTowardCap,
  countTotal,
  createDeliveryId,
  creativeFormats,
  deliveryIdTime,
  deliveryLifetimeMs,
  entityKinds,
  isOutage,
  isRevoked,
  isStore,
  issueOrders,
  judgeEvent,
  maxBatch,
  maxChoices,
  maxMicros,
  maxRanges,
  maxTotals,
  maxWebhooks,
  minViewAgeMs,
  missingMembers,
  newDelivery,
  ordersToKeep,
  parseDeliveryId,
  releaseHolds,
  revokedKey,
  StoreDataError,
  storedApiKey,
  storedCampaign,
  storedEntities,
  storedRemoval,
  StoreUnavailable,
  systemClock,
  webhookEventTypes,
} from "handbill/adapter";

export type Parts = Pick<ManagementStore, "readCatalog"> & ReportStore & WebhookStore;
export type Whole = Store & { readonly query: CountQuery; readonly since: CatalogVersion };

export function openTiny(clock: Clock = systemClock): Partial<ServingStore & InstallationStore> {
  const campaigns = new Map<string, Campaign>();
  const deliveries = new Map<string, Delivery>();
  const issueOne = (order: IssueOrder): IssueOutcome => {
    const id = parseDeliveryId(order.deliveryId);
    if (id === undefined) throw new StoreDataError("This is no delivery id.", { code: "ID" });
    const [choice] = order.choices;
    const campaign = campaigns.get(choice?.campaignId ?? "");
    if (choice === undefined || campaign === undefined) return { outcome: "refused", reasons: ["no_campaign"] };
    const now = clock();
    const delivery = newDelivery(order, choice, campaignDay(campaign.timeZone, now), now);
    deliveries.set(order.deliveryId, delivery);
    return { outcome: "issued", delivery };
  };
  const recordOne = ({ deliveryId }: DeliveryEvent): RecordOutcome => {
    const delivery = deliveries.get(deliveryId);
    if (delivery === undefined) return { outcome: "unknown" };
    const age = clock() - delivery.issuedAt;
    if (age > deliveryLifetimeMs) return { outcome: "expired", delivery };
    return age < minViewAgeMs ? { outcome: "too_early", delivery } : { outcome: "duplicate", delivery };
  };
  return {
    retention: checkedRetention(86_400_000),
    issue: async (orders) => checkedBatch(orders).map(issueOne),
    record: async (events) => checkedBatch(events).map(recordOne),
    readSpend: async (ids) => ids.map((): Spend | undefined => undefined),
    findDeliveries: async (ids) => checkedBatch(ids).map((id) => deliveries.get(id)),
    ready: async () => {
      throw new StoreUnavailable("Start the database.");
    },
  };
}

/** Steps 4 and 5 of the guide: the rule over a ledger of one's own. */
export function openOnLedger(ledger: Ledger, clock: Clock = systemClock): Partial<ServingStore> {
  const retention = checkedRetention(86_400_000);
  return {
    issue: async (orders) => {
      checkedIds(checkedBatch(orders));
      return issueOrders(ledger, ordersToKeep(orders, retention), clock());
    },
    record: async (events) => checkedBatch(events).map((event) => judgeEvent(ledger, event, clock())),
    releaseExpired: async (limit) => releaseHolds(ledger, clock(), limit),
  };
}
export type Rows = { readonly account: Account; readonly by: Movement; readonly of: Balance; readonly hold: Hold };
export const counts: (stored: StoredDelivery, query: CapQuery) => boolean = countsTowardCap;

export const values: readonly unknown[] = [
  ...[auditActions, auditKinds, creativeFormats, entityKinds, webhookEventTypes],
  ...[maxBatch, maxChoices, maxMicros, maxRanges, maxTotals, maxWebhooks],
  ...[chargeTotal, countTotal, createDeliveryId, deliveryIdTime, isOutage, isRevoked, isStore, revokedKey],
  ...[storedApiKey, storedCampaign, storedEntities, storedRemoval],
];
export const missing: readonly string[] = missingMembers(openTiny());
`;
