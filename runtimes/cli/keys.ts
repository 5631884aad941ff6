import type { ApiKeyRecord } from "../../core/catalog/entities.ts";
import { commandLine, keyRevocation } from "../../core/management/audit-entries.ts";
import { createOperatorKey } from "../../core/management/create-key.ts";
import type { ShownKey } from "../../core/management/key-routes.ts";
import type { KeyMode } from "../../core/signing/api-key.ts";
import { systemRandom } from "../../core/signing/random.ts";
import type { ManagementStore } from "../../core/storage/management-store.ts";
import type { ServingStore } from "../../core/storage/serving-store.ts";
import { type EpochMs, systemClock } from "../../core/timing/clock.ts";
import { alignColumns, type ExitCode, type Terminal } from "./terminal.ts";

export interface WantedKey {
  readonly publisherId: string;
  readonly mode: KeyMode;
  readonly label: string;
}

/** The keys of a store or of a server. */
export interface KeyAccess {
  readonly publisherIds: () => Promise<readonly string[]>;
  readonly create: (wanted: WantedKey) => Promise<ShownKey & { readonly key: string }>;
  readonly list: (publisherId?: string) => Promise<readonly ShownKey[]>;
  /** `undefined`: there is no such key. */
  readonly revoke: (id: string, at: EpochMs | undefined) => Promise<ShownKey | undefined>;
}

export function keysOfStore(store: ManagementStore & Pick<ServingStore, "catalogChanges">): KeyAccess {
  return {
    publisherIds: async () => (await store.readCatalog()).catalog.publishers.map(({ id }) => id),
    create: async (wanted) => {
      const maker = { clock: systemClock, random: systemRandom, actor: commandLine };
      const { key, record } = await createOperatorKey(store, wanted, maker);
      return { key, ...shown(record) };
    },
    list: async (publisherId) => (await store.listApiKeys(publisherId)).map(shown),
    revoke: async (id, at) => {
      const key = (await store.listApiKeys()).find((one) => one.id === id);
      const afterMs = at === undefined ? 0 : Math.max(0, at - (await storeTime(store)));
      const record = key && (await store.revokeApiKey(id, afterMs, keyRevocation(key, afterMs, commandLine)));
      return record && shown(record);
    },
  };
}

export interface CreateKeyOptions {
  readonly publisher?: string | undefined;
  readonly mode: KeyMode;
  readonly label: string;
  readonly json: boolean;
}

/** Stores a new key and shows it once. */
export async function createKey(
  keys: KeyAccess,
  terminal: Terminal,
  { publisher, mode, label, json }: CreateKeyOptions,
): Promise<ExitCode> {
  const ids = await keys.publisherIds();
  const [only, ...others] = ids;
  const publisherId = publisher ?? (others.length === 0 ? only : undefined);
  if (publisherId === undefined || !ids.includes(publisherId)) {
    const known =
      ids.length === 0
        ? "no publisher exists yet: apply a catalogue first"
        : `one of ${ids.slice(0, 20).join(", ")}`;
    terminal.talk(`Name the publisher with --publisher ID; ${known}.`);
    return 2;
  }
  const created = await keys.create({ publisherId, mode, label });
  terminal.data(json ? JSON.stringify(created) : created.key);
  terminal.talk("Keep this key on your server: it is not shown again.");
  return 0;
}

export async function listKeys(
  access: KeyAccess,
  terminal: Terminal,
  options: { readonly publisher?: string | undefined; readonly json: boolean },
): Promise<ExitCode> {
  const keys = await access.list(options.publisher);
  if (options.json) terminal.data(JSON.stringify(keys));
  else if (keys.length === 0) terminal.talk("No keys exist; `handbill key create` creates one.");
  else {
    const rows = keys.map((key) => [
      ...[key.id, key.mode, key.publisherId, key.createdAt],
      ...[stateOf(key.revokedAt), key.label],
    ]);
    terminal.data(alignColumns([["ID", "MODE", "PUBLISHER", "CREATED", "STATE", "LABEL"], ...rows]));
  }
  return 0;
}

export async function revokeKey(
  keys: KeyAccess,
  terminal: Terminal,
  id: string,
  options: { readonly at?: number | undefined; readonly json: boolean },
): Promise<ExitCode> {
  const revoked = await keys.revoke(id, options.at);
  if (revoked === undefined) {
    terminal.talk(
      "No such key exists. Give the 8 characters after hb_live_, hb_test_ or hb_manage_; `handbill key list` shows them.",
    );
    return 1;
  }
  terminal.data(options.json ? JSON.stringify(revoked) : revoked.id);
  terminal.talk(`The key is invalid from ${revoked.revokedAt} on.`);
  return 0;
}

/** The store's time, which decides when a revocation takes effect. */
async function storeTime(store: ManagementStore & Pick<ServingStore, "catalogChanges">): Promise<EpochMs> {
  const { version } = await store.readCatalog();
  return (await store.catalogChanges(version)).at;
}

function stateOf(revokedAt: string | null): string {
  if (revokedAt === null) return "live";
  return Date.parse(revokedAt) > systemClock() ? `live until ${revokedAt}` : `revoked ${revokedAt}`;
}

const secondMs = 1_000;

/** A key in the output: without its hash, instants in ISO 8601. */
function shown({ id, publisherId, mode, label, createdAt, revokedAt }: ApiKeyRecord): ShownKey {
  return {
    id,
    publisherId,
    mode,
    label,
    createdAt: new Date(createdAt).toISOString(),
    // In seconds: a requested instant becomes a delay by the store's clock, which adds some milliseconds.
    revokedAt: revokedAt === undefined ? null : new Date(revokedAt - (revokedAt % secondMs)).toISOString(),
  };
}
