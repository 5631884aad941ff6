import { type Kysely, sql } from "kysely";
import type { ManagementStore } from "../../core/storage/management-store.ts";
import { storedApiKey } from "../kit/stored-records.ts";
import type { Executor } from "./executor.ts";
import { fetchJson, type Tables } from "./tables.ts";

/** API keys are changed by functions (api-keys.ts), and listed by an ordinary query. */
export function apiKeyListOf(executor: Executor, db: Kysely<Tables>): Pick<ManagementStore, "listApiKeys"> {
  return {
    async listApiKeys(publisherId) {
      const all = db.selectFrom("api_keys as k").orderBy("k.created_at").orderBy("k.sequence");
      const some = publisherId === undefined ? all : all.where("k.publisher_id", "=", publisherId);
      const keys = await fetchJson(executor, some.select(sql<string>`to_jsonb(k)::text`.as("json")));
      return keys.map(storedApiKey);
    },
  };
}
