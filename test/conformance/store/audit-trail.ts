import type { AuditEntry, AuditQuery, AuditRecord } from "../../../core/storage/audit-store.ts";
import type { CatalogChange, EntityRef } from "../../../core/storage/catalog-change.ts";
import type { Store } from "../../../core/storage/store.ts";
import { at, check, fail, same, sameSet } from "../assert.ts";
import { apiKey, auditEntry, campaign, topic, webhook } from "../fixtures.ts";
import type { StoreCase } from "../harness.ts";
import { race, storeCase, type World } from "../world.ts";
import { hostileIds } from "./hostile.ts";

const newest: AuditQuery = { limit: 500 };
const oldest: AuditQuery = { after: 0, limit: 500 };

/** Stores topics, and notes it, on top of whatever version there is. */
async function noted(
  world: World,
  audit: readonly AuditEntry[],
  removals: readonly EntityRef[] = [],
): Promise<void> {
  const { version } = await world.first.readCatalog();
  const applied = await world.first.applyCatalog(change(version, audit, removals));
  same(applied.outcome, "applied", "outcome");
}

function change(
  expectedVersion: string,
  audit: readonly AuditEntry[],
  removals: readonly EntityRef[] = [],
): CatalogChange {
  const topics = [...new Set(audit.map(({ entityId }) => entityId))].map((id) => topic({ id }));
  const upserts = { publishers: [], platforms: [], campaigns: [], creatives: [], topics };
  return { expectedVersion, upserts, removals, audit };
}

/** The noted entries, oldest first, without the fields that the store adds. */
async function entries(store: Store): Promise<readonly AuditEntry[]> {
  return (await store.readAudit(oldest)).map(({ id: _, at: __, ...entry }) => entry);
}

export const auditTrailCases: readonly StoreCase[] = [
  storeCase("the note of a change is read back unchanged, with its time", async (world) => {
    const two = [auditEntry("a", { action: "create" }), auditEntry("b", { publisherId: "publisher-1" })];
    await noted(world, two);
    const then = world.clock.now();
    world.clock.advance(5_000);
    const remove = auditEntry("a", {
      action: "remove",
      kind: "topic",
      actor: "publisher:one",
      changes: "[]",
    });
    await noted(world, [remove], [{ kind: "topic", id: "a" }]);
    const records = await world.second.readAudit(oldest);
    same(
      records.map(({ id: _, ...record }) => record),
      [...two.map((entry) => ({ ...entry, at: then })), { ...remove, at: then + 5_000 }],
      "records",
    );
    same(await world.first.readAudit(newest), [...records].reverse(), "the newest first");
  }),

  storeCase("an empty trail has no records, and a change without a note adds none", async (world) => {
    same(await world.first.readAudit(newest), [], "records of an empty store");
    await world.campaigns(campaign("a"));
    await world.first.addApiKey(apiKey("KEY00001", 1));
    await world.first.revokeApiKey("KEY00001", 2);
    await world.first.putWebhook(webhook("hook"));
    await world.first.removeWebhook("hook");
    same(await world.second.readAudit(newest), [], "records");
  }),

  storeCase("a change that is refused is not noted", async (world) => {
    await world.campaigns(campaign("a"));
    await world.issue(["a"]);
    const { version } = await world.first.readCatalog();
    const stale = await world.first.applyCatalog(change("another version", [auditEntry("x")]));
    same(stale.outcome, "conflict", "outcome of a stale change");
    const below = change(version, [auditEntry("y")]);
    const upserts = { ...below.upserts, campaigns: [campaign("a", { totalBudgetMicros: 99 })] };
    const refused = await world.first.applyCatalog({ ...below, upserts });
    same(refused.outcome, "budget_below_floor", "outcome of a budget below its floor");
    same(await world.second.readAudit(newest), [], "records");
  }),

  storeCase("of 64 racing changes of one version the applied one is noted", async (world) => {
    const { version } = await world.first.readCatalog();
    const outcomes = await race(world, 64, (store, index) =>
      store.applyCatalog(change(version, [auditEntry(`topic-${index}`)])),
    );
    const applied = outcomes.findIndex(({ outcome }) => outcome === "applied");
    same(
      (await entries(world.second)).map(({ entityId }) => entityId),
      [`topic-${applied}`],
      "noted",
    );
  }),

  storeCase("a change that is repeated because its reply was lost is noted once", async (world) => {
    const { version } = await world.first.readCatalog();
    // The first changes something; the second would write what is there already.
    for (const expectedVersion of [version, undefined]) {
      const current = expectedVersion ?? (await world.first.readCatalog()).version;
      const again = change(current, [auditEntry("a")]);
      same((await world.first.applyCatalog(again)).outcome, "applied", "outcome");
      same((await world.second.applyCatalog(again)).outcome, "conflict", "outcome of the repetition");
    }
    same(await entries(world.second), [auditEntry("a"), auditEntry("a")], "noted");
  }),

  storeCase("a new key is noted, and one whose id is taken is not", async ({ first, second }) => {
    const entry = auditEntry("KEY00001", { kind: "api_key", action: "create" });
    same(await first.addApiKey(apiKey("KEY00001", 1), entry), "added", "answer");
    same(await second.addApiKey(apiKey("KEY00001", 2), { ...entry, actor: "late" }), "exists", "answer");
    same(await entries(second), [entry], "noted");
  }),

  storeCase("of 64 racing keys of one id the stored one is noted", async (world) => {
    const answers = await race(world, 64, (store, index) =>
      store.addApiKey(
        apiKey("KEY00001", 1, { label: `${index}` }),
        auditEntry("KEY00001", { changes: `${index}` }),
      ),
    );
    const winner = String(answers.indexOf("added"));
    same(
      (await entries(world.first)).map(({ changes }) => changes),
      [winner],
      "noted",
    );
    same(
      (await world.second.listApiKeys()).map(({ label }) => label),
      [winner],
      "stored",
    );
  }),

  storeCase("a revocation is noted when it changes something, and only then", async ({ first, second }) => {
    await first.addApiKey(apiKey("KEY00001", 1));
    const entry = (changes: string): AuditEntry =>
      auditEntry("KEY00001", { kind: "api_key", action: "revoke", changes });
    await first.revokeApiKey("KEY00001", 5_000, entry("first"));
    await second.revokeApiKey("KEY00001", 5_000, entry("the same"));
    await second.revokeApiKey("KEY00001", 6_000, entry("later"));
    await second.revokeApiKey("KEY00001", 4_000, entry("earlier"));
    await first.revokeApiKey("KEY00001", 0, entry("at once"));
    await second.revokeApiKey("KEY00001", 0, entry("at once again"));
    same(await first.revokeApiKey("KEYnone0", 1, entry("unknown")), undefined, "answer");
    same(await entries(second), [entry("first"), entry("earlier"), entry("at once")], "noted");
  }),

  storeCase("of 64 racing revocations at one time one is noted", async (world) => {
    await world.first.addApiKey(apiKey("KEY00001", 1));
    await race(world, 64, (store, index) =>
      store.revokeApiKey("KEY00001", 5_000, auditEntry("KEY00001", { changes: `${index}` })),
    );
    same((await entries(world.first)).length, 1, "noted");
  }),

  storeCase("a webhook is noted when it changes, and only then", async ({ first, second }) => {
    const entry = (changes: string): AuditEntry => auditEntry("hook", { kind: "webhook", changes });
    await first.putWebhook(webhook("hook"), entry("new"));
    await second.putWebhook(webhook("hook"), entry("the same"));
    await second.putWebhook(webhook("hook", { status: "disabled" }), entry("disabled"));
    same(await first.removeWebhook("hook", entry("removed")), true, "answer");
    same(await second.removeWebhook("hook", entry("removed again")), false, "answer");
    same(
      (await entries(second)).map(({ changes }) => changes),
      ["new", "disabled", "removed"],
      "noted",
    );
  }),

  storeCase("the trail is read in pages, forward and backward", async (world) => {
    const names = Array.from({ length: 10 }, (_, n) => `topic-${n}`);
    await noted(
      world,
      names.slice(0, 4).map((name) => auditEntry(name)),
    );
    for (const name of names.slice(4)) await noted(world, [auditEntry(name)]);
    const walk = async (step: (last: AuditRecord | undefined) => AuditQuery): Promise<readonly string[]> => {
      const read: AuditRecord[] = [];
      for (let page = 0; page < 5; page += 1) {
        const records = await world.second.readAudit(step(read.at(-1)));
        check(records.length <= 3, `a page of at most 3 has ${records.length} records`);
        read.push(...records);
      }
      return read.map(({ entityId }) => entityId);
    };
    same(await walk((last) => ({ after: last?.id ?? 0, limit: 3 })), names, "walk forward");
    same(await walk((last) => ({ before: last?.id, limit: 3 })), [...names].reverse(), "walk backward");
    const records = await world.first.readAudit(oldest);
    same(await world.second.readAudit({ after: at(records, 9).id, limit: 3 }), [], "after the last");
    same(await world.second.readAudit({ before: at(records, 0).id, limit: 3 }), [], "before the first");
  }),

  storeCase("the trail is read of one publisher, one kind and one thing", async (world) => {
    const things = [
      auditEntry("one", { publisherId: "p", kind: "platform" }),
      auditEntry("one", { publisherId: "q", kind: "platform" }),
      auditEntry("one", { publisherId: "p", kind: "api_key" }),
      auditEntry("two", { publisherId: "p", kind: "platform" }),
      auditEntry("two", { publisherId: "", kind: "campaign" }),
    ];
    await noted(world, things);
    const found = async (query: Partial<AuditQuery>): Promise<readonly number[]> => {
      const records = await world.second.readAudit({ ...oldest, ...query });
      return records.map(({ entityId, publisherId, kind }) =>
        things.findIndex(
          (thing) => thing.entityId === entityId && thing.publisherId === publisherId && thing.kind === kind,
        ),
      );
    };
    same(await found({ publisherId: "p" }), [0, 2, 3], "of a publisher");
    same(await found({ publisherId: "" }), [4], "of the operator");
    same(await found({ kind: "platform" }), [0, 1, 3], "of a kind");
    same(await found({ entityId: "one" }), [0, 1, 2], "of a name");
    same(await found({ publisherId: "p", kind: "platform", entityId: "one" }), [0], "of a thing");
    same(await found({ publisherId: "nobody" }), [], "of nobody");
    same(await found({ kind: "platform", after: undefined, limit: 2 }), [3, 1], "the newest two of a kind");
  }),

  storeCase(
    "a reader that continues after the last record misses none, with any number of writers",
    async (world) => {
      const read: AuditRecord[] = [];
      let writing = true;
      const next = async (): Promise<number> => {
        const page = await world.second.readAudit({ after: read.at(-1)?.id ?? 0, limit: 500 });
        read.push(...page);
        return page.length;
      };
      const reader = (async () => {
        while (writing) await next();
      })();
      const writes = race(world, 64, async (store, index) => {
        const entry = auditEntry(`thing-${index}`);
        if (index % 3 === 0) return store.addApiKey(apiKey(`KEY${index}`, index), entry);
        if (index % 3 === 1) return store.putWebhook(webhook(`hook-${index}`), entry);
        for (let tries = 0; tries < 1_000; tries += 1) {
          const { version } = await store.readCatalog();
          const applied = await store.applyCatalog(change(version, [entry]));
          if (applied.outcome === "applied") return applied;
        }
        return fail("a change of the newest version is always a conflict");
      });
      const stop = (): void => {
        writing = false;
      };
      // Also when a write fails, or the reader would read for ever.
      await Promise.all([writes.finally(stop), reader]);
      await next();
      sameSet(
        read.map(({ entityId }) => entityId),
        Array.from({ length: 64 }, (_, n) => `thing-${n}`),
        "read one after the other",
      );
      same(read, await world.first.readAudit(oldest), "read at once");
      const ids = read.map(({ id }) => id);
      same(
        ids,
        [...new Set(ids)].sort((a, b) => a - b),
        "ids",
      );
    },
  ),

  storeCase("any text can be noted", async (world) => {
    const texts = [...hostileIds, "😀".repeat(256), "x".repeat(16_384), "\\u0000", '{"a":"\\u0000 \\ud800"}'];
    const things = texts.map((text) => {
      const id = [...text].slice(0, 128).join("");
      const entityId = [...text].slice(0, 256).join("");
      return auditEntry(entityId, { actor: id, publisherId: id, changes: text });
    });
    await noted(world, things);
    same(await entries(world.second), things, "noted");
    for (const { entityId, publisherId } of things.slice(0, hostileIds.length)) {
      const records = await world.second.readAudit({ ...newest, entityId, publisherId });
      check(
        records.length > 0 && records.every((record) => record.entityId === entityId),
        `records of ${entityId}: got those of ${records.map((record) => record.entityId).join(", ")}`,
      );
    }
  }),
];
