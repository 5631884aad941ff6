import type { ApiKeyRecord } from "../catalog/entities.ts";
import { createApiKey, type KeyMode } from "../signing/api-key.ts";
import type { Random } from "../signing/random.ts";
import type { AuditEntry } from "../storage/audit-store.ts";
import type { ManagementStore } from "../storage/management-store.ts";
import type { Clock } from "../timing/clock.ts";
import { keyCreation } from "./audit-entries.ts";

/** The maker of a key. */
export interface KeyMaker {
  readonly clock: Clock;
  readonly random: Random;
  /** The name in the audit trail. */
  readonly actor: string;
}

/** A key with its record and its audit entry, before it is stored. */
export interface KeyToStore {
  readonly key: string;
  readonly record: ApiKeyRecord;
  readonly entry: AuditEntry;
}

/** Makes a key. The chance of an id in use is the number of keys in 2 × 10^14. */
export function keyLike(
  { publisherId, mode, label }: Pick<ApiKeyRecord, "publisherId" | "mode" | "label">,
  { clock, random, actor }: KeyMaker,
): KeyToStore {
  const { key, id, hash } = createApiKey(mode, random);
  const record: ApiKeyRecord = { id, publisherId, mode, label, hash, createdAt: clock() };
  return { key, record, entry: keyCreation(record, actor) };
}

const maxListedIds = 20;

type WantedKey = Pick<ApiKeyRecord, "publisherId" | "mode" | "label">;
type StoredKey = Pick<KeyToStore, "key" | "record">;

/** Stores a new key. `full`: its publisher has `most` keys or more. */
export async function storeKey(
  store: Pick<ManagementStore, "addApiKey">,
  wanted: WantedKey,
  maker: KeyMaker,
  most?: number,
): Promise<StoredKey | "full"> {
  for (;;) {
    const { key, record, entry } = keyLike(wanted, maker);
    const outcome = await store.addApiKey(record, entry, most);
    switch (outcome) {
      case "added":
        return { key, record };
      case "exists":
        continue;
      case "full":
        return outcome;
      default:
        return outcome satisfies never;
    }
  }
}

/** A key that the operator creates. */
export interface NewKey {
  /** The id of its publisher. Default: the only publisher. */
  readonly publisherId?: string | undefined;
  /** `live` keys are billed, `test` keys get test ads, `manage` keys open the publisher's settings. Default `live`. */
  readonly mode?: KeyMode | undefined;
  /** A note by which people recognise the key. Default: empty. */
  readonly label?: string | undefined;
}

/** Creates a key for the operator, whom no limit binds. Rejects with a RangeError for an unknown publisher. */
export async function createOperatorKey(
  store: Pick<ManagementStore, "addApiKey" | "readCatalog">,
  { publisherId: given, mode = "live", label = "" }: NewKey,
  maker: KeyMaker,
): Promise<StoredKey> {
  const ids = (await store.readCatalog()).catalog.publishers.map(({ id }) => id);
  const [only, ...others] = ids;
  const publisherId = given ?? (others.length === 0 ? only : undefined);
  if (publisherId === undefined || !ids.includes(publisherId)) {
    const known = ids.slice(0, maxListedIds).join(", ");
    throw new RangeError(
      ids.length === 0
        ? "No publisher exists yet: apply a catalogue first."
        : `Name the publisher (--publisher, option publisherId): one of ${known}.`,
    );
  }
  const stored = await storeKey(store, { publisherId, mode, label }, maker);
  if (stored === "full") throw new Error("The store refused a key that no limit binds.");
  return stored;
}
