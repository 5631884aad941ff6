import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { AuditEntry, AuditQuery, AuditRecord } from "../../../core/storage/audit-store.ts";
import type { CatalogChange } from "../../../core/storage/catalog-change.ts";
import type { Store } from "../../../core/storage/store.ts";
import type { TestClock } from "../../conformance/clock.ts";
import { apiKey, auditEntry } from "../../conformance/fixtures.ts";
import { type BrokenStore, brokenStore, roundTrip } from "./broken-store.ts";

const readBack = "the note of a change is read back unchanged, with its time";
const pages = "the trail is read in pages, forward and backward";
const asked = "the trail is read of one publisher, one kind and one thing";

export const brokenAuditTrails: readonly BrokenStore[] = [
  brokenStore("notes no changes of the catalogue", readBack, (inner) => ({
    applyCatalog: ({ audit: _, ...change }) => inner.applyCatalog(change),
  })),
  brokenStore("notes the first of several things that a change does", readBack, (inner) => ({
    applyCatalog: ({ audit, ...change }) => inner.applyCatalog({ ...change, audit: audit?.slice(0, 1) }),
  })),
  brokenStore("reads the oldest record first, whatever is asked", readBack, (inner) =>
    mapPage(inner, (records) => [...records].sort((a, b) => a.id - b.id)),
  ),
  brokenStore("tells the time of reading for that of a record", readBack, (inner, clock) =>
    mapPage(inner, (records) => records.map((record) => ({ ...record, at: clock.now() }))),
  ),
  brokenStore(
    "notes what nobody asked it to note",
    "an empty trail has no records, and a change without a note adds none",
    (inner) => ({ addApiKey: (key, audit) => inner.addApiKey(key, audit ?? auditEntry(key.id)) }),
  ),
  brokenStore(
    "notes a change before it looks whether it may be",
    "a change that is refused is not noted",
    (inner, clock) => {
      const trail = separateTrail(clock);
      return {
        applyCatalog: async ({ audit, ...change }) => {
          await trail.note(audit);
          return inner.applyCatalog(change);
        },
        readAudit: trail.read,
      };
    },
  ),
  brokenStore(
    "notes a repeated change once more",
    "a change that is repeated because its reply was lost is noted once",
    (inner, clock) => {
      const trail = separateTrail(clock);
      const noted = new Set<CatalogChange>();
      return {
        applyCatalog: async (change) => {
          const outcome = await inner.applyCatalog(change);
          if (outcome.outcome === "applied" || noted.has(change)) await trail.note(change.audit);
          noted.add(change);
          return outcome;
        },
        readAudit: trail.read,
      };
    },
  ),
  brokenStore("does not note keys", "a new key is noted, and one whose id is taken is not", (inner) => ({
    addApiKey: (key) => inner.addApiKey(key),
  })),
  brokenStore(
    "notes a key that it does not store",
    "of 64 racing keys of one id the stored one is noted",
    (inner, clock) => {
      const trail = separateTrail(clock);
      return {
        addApiKey: async (key, audit) => {
          await trail.note(audit && [audit]);
          return inner.addApiKey(key);
        },
        readAudit: trail.read,
      };
    },
  ),
  brokenStore(
    "notes every revocation that it is asked for",
    "a revocation is noted when it changes something, and only then",
    (inner, clock) => {
      const trail = separateTrail(clock);
      return {
        revokeApiKey: async (id, afterMs, audit) => {
          await trail.note(audit && [audit]);
          return inner.revokeApiKey(id, afterMs);
        },
        readAudit: trail.read,
      };
    },
  ),
  brokenStore(
    "looks in one transaction whether a key is revoked and notes it in another",
    "of 64 racing revocations at one time one is noted",
    (inner, clock) => {
      const trail = separateTrail(clock);
      return {
        revokeApiKey: async (id, afterMs, audit) => {
          const before = (await inner.listApiKeys()).find((key) => key.id === id);
          await roundTrip();
          const key = await inner.revokeApiKey(id, afterMs);
          if (before !== undefined && before.revokedAt === undefined) await trail.note(audit && [audit]);
          return key;
        },
        readAudit: trail.read,
      };
    },
  ),
  brokenStore(
    "notes a webhook that is stored like this already",
    "a webhook is noted when it changes, and only then",
    (inner, clock) => {
      const trail = separateTrail(clock);
      return {
        putWebhook: async (webhook, audit) => {
          await trail.note(audit && [audit]);
          return inner.putWebhook(webhook);
        },
        removeWebhook: async (id, audit) => {
          const removed = await inner.removeWebhook(id);
          if (removed) await trail.note(audit && [audit]);
          return removed;
        },
        readAudit: trail.read,
      };
    },
  ),
  brokenStore("begins a page with the record that the last one ended with", pages, (inner) =>
    mapQuery(inner, ({ before, ...query }) =>
      before === undefined ? query : { ...query, before: before + 1 },
    ),
  ),
  brokenStore("leaves out a record after the one that is named", pages, (inner) =>
    mapQuery(inner, ({ after, ...query }) => (after === undefined ? query : { ...query, after: after + 1 })),
  ),
  brokenStore("reads a page of any size", pages, (inner) =>
    mapQuery(inner, (query) => ({ ...query, limit: 500 })),
  ),
  brokenStore("limits a page before it looks what was asked for", asked, (inner) => ({
    readAudit: async (query) => {
      const { before, after, limit } = query;
      const page = await inner.readAudit({ before, after, limit });
      const wanted = await inner.readAudit(query);
      return page.filter((record) => wanted.some(({ id }) => id === record.id));
    },
  })),
  ...(["publisherId", "kind", "entityId"] as const).map((field) =>
    brokenStore(`reads records of any ${field}`, asked, (inner) =>
      mapQuery(inner, (query) => ({ ...query, [field]: undefined })),
    ),
  ),
  brokenStore("takes the operator's records for everybody's", asked, (inner) =>
    mapQuery(inner, (query) => ({ ...query, publisherId: query.publisherId || undefined })),
  ),
  brokenStore(
    "gives records their ids before they can be read",
    "a reader that continues after the last record misses none, with any number of writers",
    (inner, clock) => {
      const records: AuditRecord[] = [];
      let ids = 0;
      const note = async (entry: AuditEntry | undefined): Promise<void> => {
        if (entry === undefined) return;
        ids += 1;
        const record = { ...entry, id: ids, at: clock.now() };
        for (let wait = ids % 7; wait > 0; wait -= 1) await roundTrip();
        records.push(record);
      };
      return {
        addApiKey: async (key, audit) => {
          const answer = await inner.addApiKey(key);
          await note(audit);
          return answer;
        },
        putWebhook: async (webhook, audit) => {
          const answer = await inner.putWebhook(webhook);
          await note(audit);
          return answer;
        },
        applyCatalog: async ({ audit = [], ...change }) => {
          const outcome = await inner.applyCatalog(change);
          if (outcome.outcome === "applied") for (const entry of audit) await note(entry);
          return outcome;
        },
        readAudit: async ({ after = 0 }) =>
          records.filter(({ id }) => id > after).sort((a, b) => a.id - b.id),
      };
    },
  ),
  brokenStore("notes no more than 4,000 characters", "any text can be noted", (inner) =>
    mapPage(inner, (records) =>
      records.map((record) => ({ ...record, changes: record.changes.slice(0, 4_000) })),
    ),
  ),
  brokenStore("notes no more than 128 characters of an id", "any text can be noted", (inner) =>
    mapPage(inner, (records) =>
      records.map((record) => ({ ...record, entityId: [...record.entityId].slice(0, 128).join("") })),
    ),
  ),
];

/** A trail in a database of its own, so that it is not one step with the changes. */
function separateTrail(clock: TestClock): {
  readonly note: (entries: readonly AuditEntry[] | undefined) => Promise<void>;
  readonly read: Store["readAudit"];
} {
  const trail = createMemoryStore({ clock: clock.now });
  let noted = 0;
  return {
    note: async (entries = []) => {
      for (const entry of entries) {
        noted += 1;
        await trail.addApiKey(apiKey(`${noted}`, noted), entry);
      }
    },
    read: trail.readAudit,
  };
}

function mapQuery(inner: Store, map: (query: AuditQuery) => AuditQuery): Pick<Store, "readAudit"> {
  return { readAudit: (query) => inner.readAudit(map(query)) };
}

function mapPage(
  inner: Store,
  map: (records: readonly AuditRecord[]) => readonly AuditRecord[],
): Pick<Store, "readAudit"> {
  return { readAudit: async (query) => map(await inner.readAudit(query)) };
}
