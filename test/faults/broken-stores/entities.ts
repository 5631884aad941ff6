import type { Campaign } from "../../../core/catalog/entities.ts";
import type { EntityRef } from "../../../core/storage/catalog-change.ts";
import type { Delivery, IssueOutcome } from "../../../core/storage/delivery.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type BrokenStore, brokenStore, mapDelta, roundTrip } from "./broken-store.ts";
import { storedWithout } from "./issue.ts";

export const brokenEntities: readonly BrokenStore[] = [
  brokenStore(
    "answers an applied change with the version before it",
    "an applied change answers with the new version",
    (inner) => ({
      applyCatalog: async (change) => {
        const outcome = await inner.applyCatalog(change);
        return outcome.outcome === "applied" ? { ...outcome, version: change.expectedVersion } : outcome;
      },
    }),
  ),
  brokenStore(
    "applies a change row by row until one fails",
    "a change that the store cannot take leaves everything of it or nothing",
    (inner) => ({
      applyCatalog: async (change) => {
        let expectedVersion = change.expectedVersion;
        for (const campaign of change.upserts.campaigns) {
          const upserts = { ...change.upserts, campaigns: [campaign] };
          const outcome = await inner.applyCatalog({ ...change, expectedVersion, upserts });
          if (outcome.outcome !== "applied") return outcome;
          expectedVersion = outcome.version;
        }
        return { outcome: "applied", version: expectedVersion };
      },
    }),
  ),
  brokenStore(
    "forgets what a removed campaign had spent",
    "a campaign that comes back keeps its spent amount",
    (inner) => {
      const forgotten = new Map<string, number>();
      return {
        applyCatalog: async (change) => {
          for (const { kind, id } of change.removals) {
            const [spend] = kind === "campaign" ? await inner.readSpend([id]) : [];
            forgotten.set(id, (spend?.usedMicros ?? 0) + (spend?.heldMicros ?? 0));
          }
          const campaigns = change.upserts.campaigns.map((campaign): Campaign => {
            const total = campaign.totalBudgetMicros;
            const more = forgotten.get(campaign.id) ?? 0;
            return total === undefined ? campaign : { ...campaign, totalBudgetMicros: total + more };
          });
          return inner.applyCatalog({ ...change, upserts: { ...change.upserts, campaigns } });
        },
      };
    },
  ),
  brokenStore(
    "deletes deliveries along with their campaign",
    "removing a campaign keeps its deliveries and its charges",
    (inner) => ({
      findDeliveries: async (ids) => {
        const there = new Set((await inner.readCatalog()).catalog.campaigns.map(({ id }) => id));
        const found = await inner.findDeliveries(ids);
        return found.map((delivery) => (delivery && there.has(delivery.campaignId) ? delivery : undefined));
      },
    }),
  ),
  brokenStore(
    "keeps a removed campaign",
    "a removed campaign is refused and has no spend to read",
    (inner) => ({ applyCatalog: (change) => inner.applyCatalog({ ...change, removals: [] }) }),
  ),
  brokenStore(
    "has no column for the hours of a campaign",
    "an applied change is read back unchanged",
    (inner) => storedWithout(inner, ({ hours: _, ...rest }) => rest),
  ),
  brokenStore(
    "tells everything at every change",
    "a known version gets the changes since it, and no more",
    (inner) => ({
      catalogChanges: async (since) => {
        const news = await inner.catalogChanges(since);
        return news.delta === undefined ? news : inner.catalogChanges();
      },
    }),
  ),
  brokenStore(
    "tells of a change when a delivery was issued",
    "no delta is returned when nothing changed",
    (inner) => ({
      catalogChanges: async (since) => {
        const news = await inner.catalogChanges(since);
        return news.delta === undefined ? inner.catalogChanges() : news;
      },
    }),
  ),
  brokenStore(
    "says that nothing changed to who knows nothing yet",
    "an empty store has an empty catalogue and a version",
    (inner) =>
      mapDelta(inner, (delta) =>
        delta.publishers.length + delta.campaigns.length + delta.apiKeys.length > 0 ? delta : undefined,
      ),
  ),
  brokenStore(
    "tells of everything that was ever removed",
    "an entity that was removed and stored again is returned as present, not as removed",
    (inner) => {
      const gone: EntityRef[] = [];
      return {
        ...mapDelta(inner, (delta) => ({ ...delta, removed: delta.reload ? [] : gone })),
        applyCatalog: async (change) => {
          gone.push(...change.removals);
          return inner.applyCatalog(change);
        },
      };
    },
  ),
  brokenStore("keeps removals only until the next change", "every kind of thing can be removed", (inner) =>
    mapDelta(inner, (delta) => ({
      ...delta,
      removed: delta.removed.filter(({ kind }) => kind !== "publisher"),
    })),
  ),
  brokenStore(
    "does not go back to a version of a creative that it has",
    "a creative can go back to an earlier version",
    (inner) => ({
      applyCatalog: async (change) => {
        const known = await inner.readCreatives(change.upserts.creatives.map(({ versionId }) => versionId));
        const creatives = change.upserts.creatives.filter((_, n) => known[n] === undefined);
        return inner.applyCatalog({ ...change, upserts: { ...change.upserts, creatives } });
      },
    }),
  ),
  brokenStore(
    "lists keys by their ids",
    "keys are listed in order of creation, of all publishers or of one",
    (inner) => ({
      listApiKeys: async (publisherId) =>
        [...(await inner.listApiKeys(publisherId))].sort((a, b) => (a.id < b.id ? -1 : 1)),
    }),
  ),
  brokenStore("forgets revoked keys", "a key is revoked by the store's clock", (inner) => ({
    listApiKeys: async (publisherId) =>
      (await inner.listApiKeys(publisherId)).filter(({ revokedAt }) => revokedAt === undefined),
  })),
  brokenStore(
    "looks for a key's id in one transaction and stores the key in another",
    "of 64 racing keys of one id one is stored",
    (inner) => ({
      addApiKey: async (key) => {
        const known = (await inner.listApiKeys()).some(({ id }) => id === key.id);
        await roundTrip();
        await inner.addApiKey(key);
        return known ? "exists" : "added";
      },
    }),
  ),
  brokenStore(
    "takes a key that manages for a test key",
    "keys are listed in order of creation, of all publishers or of one",
    (inner) => ({
      listApiKeys: async (publisherId) =>
        (await inner.listApiKeys(publisherId)).map((key) => ({
          ...key,
          mode: key.mode === "live" ? "live" : "test",
        })),
    }),
  ),
  brokenStore("revokes a key that it does not have", "an unknown key cannot be revoked", (inner, clock) => ({
    revokeApiKey: async (id, afterMs) =>
      (await inner.revokeApiKey(id, afterMs)) ?? {
        id,
        publisherId: "",
        mode: "live",
        label: "",
        hash: "",
        createdAt: clock.now(),
        revokedAt: clock.now() + afterMs,
      },
  })),
  brokenStore(
    "puts every delivery into the default placement",
    "a delivery keeps the fields of its order and its choice",
    (inner) => mapIssued(inner, (delivery) => ({ ...delivery, placement: "chat" })),
  ),
  brokenStore(
    "holds the campaign's price instead of the choice's",
    "a web delivery holds the price of its choice, on its campaign and on its day",
    (inner) => ({
      issue: async (orders) => {
        const { catalog } = await inner.readCatalog();
        const prices = new Map(catalog.campaigns.map(({ id, priceMicros }) => [id, priceMicros]));
        return inner.issue(
          orders.map((order) => ({
            ...order,
            choices: order.choices.map((choice) => ({
              ...choice,
              priceMicros: prices.get(choice.campaignId) ?? choice.priceMicros,
            })),
          })),
        );
      },
    }),
  ),
  brokenStore(
    "charges what the campaign costs now",
    "a charge takes the price of the issue, whatever the campaign costs now",
    (inner) => ({
      readSpend: async (ids) => {
        const { catalog } = await inner.readCatalog();
        const { campaigns } = await inner.auditLedger();
        return (await inner.readSpend(ids)).map((spend) => {
          const price = catalog.campaigns.find(({ id }) => id === spend?.campaignId)?.priceMicros ?? 0;
          const charges = campaigns.find(({ campaignId }) => campaignId === spend?.campaignId)?.charges ?? 0;
          return spend && { ...spend, usedMicros: price * charges };
        });
      },
    }),
  ),
  brokenStore(
    "names one reason for all choices",
    "a refused order names the reason for each choice",
    (inner) => ({
      issue: async (orders) =>
        (await inner.issue(orders)).map(
          (outcome): IssueOutcome =>
            outcome.outcome === "issued" ? outcome : { ...outcome, reasons: outcome.reasons.slice(0, 1) },
        ),
    }),
  ),
];

function mapIssued(inner: Store, map: (delivery: Delivery) => Delivery): Pick<Store, "issue"> {
  return {
    issue: async (orders) =>
      (await inner.issue(orders)).map(
        (outcome): IssueOutcome =>
          outcome.outcome === "issued" ? { ...outcome, delivery: map(outcome.delivery) } : outcome,
      ),
  };
}
