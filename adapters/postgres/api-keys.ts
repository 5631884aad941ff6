import type { ManagementStore } from "../../core/storage/management-store.ts";
import { storedApiKey } from "../kit/stored-records.ts";
import type { Functions } from "./functions.ts";

/** What changes API keys; `listApiKeys` is in api-key-list.ts. */
export type ApiKeyChanges = Pick<ManagementStore, "addApiKey" | "revokeApiKey" | "rotateApiKey">;

export function apiKeysOf(functions: Functions): ApiKeyChanges {
  return {
    async addApiKey(key, audit, most) {
      const answer = await functions.addApiKey(key, audit, most);
      switch (answer) {
        case "added":
        case "exists":
        case "full":
          return answer;
        default:
          throw new TypeError(`add_api_key answered with the unknown outcome ${String(answer)}`);
      }
    },
    async revokeApiKey(id, afterMs, audit) {
      const answer = await functions.revokeApiKey(id, afterMs, audit);
      return answer === undefined ? undefined : storedApiKey(answer);
    },
    async rotateApiKey(rotation) {
      const answer = await functions.rotateApiKey(rotation);
      switch (answer) {
        case "rotated":
        case "unknown":
        case "revoked":
        case "exists":
        case "full":
          return answer;
        default:
          throw new TypeError(`rotate_api_key answered with the unknown outcome ${String(answer)}`);
      }
    },
  };
}
