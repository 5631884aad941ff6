import type { ApiKeyRecord } from "../../../core/catalog/entities.ts";
import { type BrokenStore, brokenStore, mapDelta, roundTrip } from "./broken-store.ts";
import { storedWithout } from "./issue.ts";

export const brokenCatalogs: readonly BrokenStore[] = [
  brokenStore(
    "deletes a creative's versions when it is edited",
    "a creative version is kept when its creative is edited and when it is removed",
    (inner) => ({
      readCreatives: async (ids) => {
        const current = (await inner.catalogChanges()).delta?.creatives ?? [];
        return ids.map((id) => current.find(({ versionId }) => versionId === id));
      },
    }),
  ),
  brokenStore(
    "applies the rest of a change that a budget refuses",
    "a change that one budget refuses is applied in no part",
    (inner) => ({
      applyCatalog: async (change) => {
        const outcome = await inner.applyCatalog(change);
        if (outcome.outcome !== "budget_below_floor") return outcome;
        await inner.applyCatalog({ ...change, upserts: { ...change.upserts, campaigns: [] } });
        return outcome;
      },
    }),
  ),
  brokenStore(
    "applies a change of a version that is gone",
    "a change of another version is a conflict and changes nothing",
    (inner) => ({
      applyCatalog: async (change) => {
        const { version } = await inner.readCatalog();
        return inner.applyCatalog({ ...change, expectedVersion: version });
      },
    }),
  ),
  brokenStore(
    "compares the version in one transaction and applies in another",
    "of 64 racing changes of one version one is applied",
    (inner) => ({
      applyCatalog: async (change) => {
        const { version } = await inner.readCatalog();
        if (version !== change.expectedVersion) return { outcome: "conflict", version };
        await roundTrip();
        for (;;) {
          const now = await inner.readCatalog();
          const outcome = await inner.applyCatalog({ ...change, expectedVersion: now.version });
          if (outcome.outcome !== "conflict") return outcome;
        }
      },
    }),
  ),
  brokenStore(
    "stores a total budget below what is spent and held",
    "a total budget below the spent and held amounts is refused with its floor",
    (inner) => storedWithout(inner, ({ totalBudgetMicros: _, ...rest }) => rest),
  ),
  brokenStore(
    "stores a daily budget below what the day has spent and holds",
    "a daily budget below the spent and held amounts of the day is refused with its floor",
    (inner) => storedWithout(inner, ({ dailyBudgetMicros: _, ...rest }) => rest),
  ),
  brokenStore(
    "names only the first campaign below its floor",
    "every campaign and budget below its floor is named",
    (inner) => ({
      applyCatalog: async (change) => {
        const outcome = await inner.applyCatalog(change);
        return outcome.outcome === "budget_below_floor"
          ? { ...outcome, floors: outcome.floors.slice(0, 1) }
          : outcome;
      },
    }),
  ),
  brokenStore(
    "says that nothing changed since a version it does not know",
    "a version that the store does not know gets everything",
    (inner) => mapDelta(inner, (delta, since) => (since !== undefined && delta.reload ? undefined : delta)),
  ),
  brokenStore(
    "does not tell what was removed",
    "a known version gets the changes since it, and no more",
    (inner) => mapDelta(inner, (delta) => ({ ...delta, removed: [] })),
  ),
  brokenStore(
    "reads the topics in one transaction and the campaigns in another",
    "a reader never sees a half of one change",
    (inner) => ({
      catalogChanges: async (since) => {
        const { delta: before } = await inner.catalogChanges(since);
        for (let n = 0; n < 8; n += 1) await roundTrip();
        const { at, delta: after } = await inner.catalogChanges(since);
        return { at, delta: before && after && { ...after, topics: before.topics } };
      },
    }),
  ),
  brokenStore(
    "keeps a revocation from the serving side",
    "a new key and a revocation reach the serving side",
    (inner) =>
      mapDelta(inner, (delta) => ({
        ...delta,
        apiKeys: delta.apiKeys.filter(({ revokedAt }) => revokedAt === undefined),
      })),
  ),
  brokenStore(
    "moves a revocation back",
    "a revocation can be moved forward and never back",
    (inner, clock) => ({
      revokeApiKey: async (id, afterMs) => {
        const key = await inner.revokeApiKey(id, afterMs);
        return key && { ...key, revokedAt: clock.now() + afterMs };
      },
    }),
  ),
  brokenStore(
    "stores a key over another of the same id",
    "a key whose id is taken is not stored",
    (inner) => {
      const keys = new Map<string, ApiKeyRecord>();
      return {
        addApiKey: async (key) => {
          const known = keys.has(key.id);
          keys.set(key.id, key);
          return known ? "exists" : inner.addApiKey(key);
        },
        listApiKeys: async () => [...keys.values()],
      };
    },
  ),
  brokenStore(
    "leaves a charge out of the spent amount",
    "money is in balance after a storm of orders, events and releases (seed 1)",
    (inner) => ({
      auditLedger: async () => {
        const audit = await inner.auditLedger();
        return {
          ...audit,
          campaigns: audit.campaigns.map((line) => ({ ...line, usedMicros: line.usedMicros - 100 })),
        };
      },
    }),
  ),
];
