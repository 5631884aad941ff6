import { onceDone } from "../../core/once.ts";
import { importDriver } from "./import-driver.ts";
import type { Queries, QuerySource } from "./queries.ts";

export interface LazyQueries extends Queries {
  /** Rejects when the npm package `kysely` is not installed. */
  readonly load: () => Promise<void>;
}

/**
 * The queries that Kysely writes, loaded with it by the first one. None of them is on the way to an ad, and loading took a
 * serverless instance 9 ms of its start to the first ad (Node 24.21, Kysely 0.29).
 */
export function lazyQueries(source: QuerySource): LazyQueries {
  const queries = onceDone(async () => {
    const { queriesOf } = await importDriver("kysely", () => import("./queries.ts"));
    return queriesOf(source);
  });
  return {
    load: async () => void (await queries()),
    readCounts: async (query) => (await queries()).readCounts(query),
    readCharges: async (query) => (await queries()).readCharges(query),
    readUniques: async (query) => (await queries()).readUniques(query),
    listUniques: async (query) => (await queries()).listUniques(query),
    readRecentDeliveries: async (query) => (await queries()).readRecentDeliveries(query),
    listDeliveries: async (query) => (await queries()).listDeliveries(query),
    listCharges: async (query) => (await queries()).listCharges(query),
    listAdjustments: async (query) => (await queries()).listAdjustments(query),
    listStatements: async (query) => (await queries()).listStatements(query),
    readAudit: async (query) => (await queries()).readAudit(query),
    listApiKeys: async (publisherId) => (await queries()).listApiKeys(publisherId),
    listWebhooks: async () => (await queries()).listWebhooks(),
    countWebhookMessages: async () => (await queries()).countWebhookMessages(),
  };
}
