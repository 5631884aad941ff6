import type { ManagementStore } from "../../core/storage/management-store.ts";
import { storedApiKey } from "../kit/stored-records.ts";
import { oneOf } from "../kit/stored-values.ts";
import type { Functions } from "./functions.ts";

/** The operations that change API keys; `listApiKeys` is in queries.ts. */
export type ApiKeyChanges = Pick<ManagementStore, "addApiKey" | "revokeApiKey" | "rotateApiKey">;

export function apiKeysOf(functions: Functions): ApiKeyChanges {
  return {
    addApiKey: async (key, audit, most) =>
      oneOf(await functions.addApiKey(key, audit, most), ["added", "exists", "full"]),
    async revokeApiKey(id, afterMs, audit) {
      const answer = await functions.revokeApiKey(id, afterMs, audit);
      return answer === undefined ? undefined : storedApiKey(answer);
    },
    rotateApiKey: async (rotation) =>
      oneOf(await functions.rotateApiKey(rotation), ["rotated", "unknown", "revoked", "exists", "full"]),
  };
}
