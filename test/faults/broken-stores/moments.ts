import { type BrokenStore, brokenStore, roundTrip } from "./broken-store.ts";

/** Lets others change the store in between. */
async function aWhile(): Promise<void> {
  for (let n = 0; n < 8; n += 1) await roundTrip();
}

export const brokenMoments: readonly BrokenStore[] = [
  brokenStore(
    "reads the version in one transaction and the catalogue in another",
    "a catalogue is read with the version of its moment",
    (inner) => ({
      readCatalog: async () => {
        const { version } = await inner.readCatalog();
        await aWhile();
        const { catalog } = await inner.readCatalog();
        return { version, catalog };
      },
    }),
  ),
  brokenStore(
    "tells changes under a version that has more of them",
    "changes from one version to the next add up to the whole catalogue",
    (inner) => ({
      catalogChanges: async (since) => {
        const { at, delta } = await inner.catalogChanges(since);
        await aWhile();
        const { version } = await inner.readCatalog();
        return { at, delta: delta && { ...delta, version } };
      },
    }),
  ),
  brokenStore(
    "audits what is spent in one transaction and the charges in another",
    "an audit under way of orders, clicks and releases is always in balance",
    (inner) => ({
      auditLedger: async () => {
        const before = await inner.auditLedger();
        await aWhile();
        const after = await inner.auditLedger();
        return {
          ...after,
          campaigns: after.campaigns.map((line) => ({
            ...line,
            usedMicros: before.campaigns.find((b) => b.campaignId === line.campaignId)?.usedMicros ?? 0,
          })),
        };
      },
    }),
  ),
  brokenStore(
    "reads what is spent in one transaction and what is held in another",
    "spent and held of one campaign are read from one moment",
    (inner) => ({
      readSpend: async (ids) => {
        const before = await inner.readSpend(ids);
        await aWhile();
        const after = await inner.readSpend(ids);
        return after.map((spend, n) => spend && { ...spend, usedMicros: before[n]?.usedMicros ?? 0 });
      },
    }),
  ),
  brokenStore("has no sum of no charges", "the audit of an empty store finds nothing", (inner) => ({
    auditLedger: async () => {
      const audit = await inner.auditLedger();
      return { ...audit, advertiserMicros: audit.advertiserMicros || Number.NaN };
    },
  })),
  brokenStore(
    "shares out a charge in whole percent",
    "the advertiser's amount is the sum of the publisher's and the operator's",
    (inner) => ({
      auditLedger: async () => {
        const audit = await inner.auditLedger();
        return { ...audit, publisherMicros: Math.floor(audit.advertiserMicros * 0.33) };
      },
    }),
  ),
];
