import * as v from "valibot";
import { keyModes } from "../../../core/signing/api-key.ts";
import type { KeyAccess } from "../keys.ts";
import { type Server, ServerRefused } from "./connect.ts";

const shownKey = v.object({
  id: v.string(),
  publisherId: v.string(),
  mode: v.picklist(keyModes),
  label: v.string(),
  createdAt: v.string(),
  revokedAt: v.nullable(v.string()),
});
const newKey = v.object({ key: v.string(), ...shownKey.entries });

export function keysOfServer({ call, all }: Server): KeyAccess {
  return {
    publisherIds: async () => (await all(v.object({ id: v.string() }), "/publishers")).map(({ id }) => id),
    create: (body) => call(newKey, "POST", "/keys", { body }),
    list: async (publisher) => {
      const keys = await all(shownKey, "/keys", { publisher });
      return keys.toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
    },
    revoke: async (id, at) => {
      const body = at === undefined ? {} : { at: new Date(at).toISOString() };
      try {
        return await call(shownKey, "POST", `/keys/${id}/revoke`, { body });
      } catch (error) {
        if (error instanceof ServerRefused && error.code === "not_found") return undefined;
        throw error;
      }
    },
  };
}
