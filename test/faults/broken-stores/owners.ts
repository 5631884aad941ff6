import { type BrokenStore, brokenStore, roundTrip } from "./broken-store.ts";

const kept = "a delivery keeps publisher, advertiser and key of its issue";
const asked = "charges, statistics, users and deliveries are read of the requested owners";
const full = "a publisher has most keys that are not refused, of its own";
const rotated = "a rotation stores the new key and revokes the old one in one step";
const removed = "a removed entity is read as it last stood";

export const brokenOwners: readonly BrokenStore[] = [
  brokenStore("looks a delivery's publisher up when it is read", kept, (inner) => ({
    findDeliveries: async (ids) => {
      const { platforms } = (await inner.readCatalog()).catalog;
      return (await inner.findDeliveries(ids)).map((delivery) => {
        const platform = platforms.find(({ id }) => id === delivery?.platformId);
        return delivery && { ...delivery, publisherId: platform?.publisherId ?? "" };
      });
    },
  })),
  brokenStore("looks a delivery's advertiser up when it is recorded", kept, (inner) => ({
    record: async (events) => {
      const { campaigns } = (await inner.readCatalog()).catalog;
      return (await inner.record(events)).map((outcome) => {
        if (outcome.outcome === "unknown") return outcome;
        const campaign = campaigns.find(({ id }) => id === outcome.delivery.campaignId);
        return { ...outcome, delivery: { ...outcome.delivery, advertiser: campaign?.advertiser ?? "" } };
      });
    },
  })),
  ...(["publisherIds", "advertisers", "apiKeyIds"] as const).flatMap((list) => [
    brokenStore(`reads charges of all, whatever ${list} says`, asked, (inner) => ({
      readCharges: ({ [list]: _, ...query }) => inner.readCharges(query),
    })),
    brokenStore(`reads statistics of all, whatever ${list} says`, asked, (inner) => ({
      readCounts: ({ [list]: _, ...query }) => inner.readCounts(query),
    })),
    brokenStore(`counts users of all, whatever ${list} says`, asked, (inner) => ({
      readUniques: ({ [list]: _, ...query }) => inner.readUniques(query),
    })),
    brokenStore(`reads deliveries of all, whatever ${list} says`, asked, (inner) => ({
      readRecentDeliveries: ({ [list]: _, ...query }) => inner.readRecentDeliveries(query),
    })),
    brokenStore(`takes an empty list of ${list} for none at all`, asked, (inner) => ({
      readCharges: ({ [list]: ids, ...query }) =>
        inner.readCharges(ids === undefined || ids.length === 0 ? query : { ...query, [list]: ids }),
    })),
  ]),
  brokenStore(
    "looks a charge's publisher up when it is read",
    "a charge keeps publisher, advertiser and key of its issue",
    (inner) => ({
      readCharges: async (query) => {
        const { platforms } = (await inner.readCatalog()).catalog;
        const owner = platforms.find(({ id }) => id === "pf_one")?.publisherId ?? "";
        return (await inner.readCharges(query)).map((line) => ({ ...line, publisherId: owner }));
      },
    }),
  ),
  brokenStore(
    "forgets what was removed after a year",
    "a removed entity is known as long as the store exists",
    (inner, clock) => {
      let removedAt = clock.now();
      return {
        applyCatalog: async (change) => {
          removedAt = clock.now();
          return inner.applyCatalog(change);
        },
        readRemoved: async (refs) =>
          clock.now() - removedAt > 365 * 86_400_000 ? refs.map(() => undefined) : inner.readRemoved(refs),
      };
    },
  ),
  brokenStore(
    "takes owners for one that differ in case only",
    "any text is a publisher, an advertiser and an API key of its own",
    (inner) => ({
      readUniques: ({ publisherIds, ...query }) =>
        inner.readUniques({
          ...query,
          publisherIds: publisherIds?.flatMap((id) => [id.toLowerCase(), id.toUpperCase()]),
        }),
    }),
  ),
  brokenStore("forgets what was removed", removed, (inner) => ({
    readRemoved: async (refs) => (await inner.readRemoved(refs)).map(() => undefined),
  })),
  brokenStore("keeps a removed platform without its name", removed, (inner) => ({
    readRemoved: async (refs) =>
      (await inner.readRemoved(refs)).map((one) =>
        one?.kind === "platform" ? { ...one, entity: { ...one.entity, name: "" } } : one,
      ),
  })),
  brokenStore(
    "leaves the keys of a removed publisher alone",
    "removing a publisher revokes its keys in the same step, for good",
    (inner) => {
      const stored = inner.listApiKeys();
      return { listApiKeys: () => stored };
    },
  ),
  brokenStore(
    "makes a key that was revoked at once one that is only due",
    "a key that is revoked at once is marked so, and stays so",
    (inner) => ({
      listApiKeys: async (publisherId) =>
        (await inner.listApiKeys(publisherId)).map(({ revoked: _, ...key }) => key),
    }),
  ),
  brokenStore("adds a key whatever there may be", full, (inner) => ({
    addApiKey: (key, audit) => inner.addApiKey(key, audit),
  })),
  brokenStore("counts keys of all publishers, and refused ones", full, (inner) => ({
    addApiKey: async (key, audit, most = Number.POSITIVE_INFINITY) =>
      (await inner.listApiKeys()).length >= most ? "full" : inner.addApiKey(key, audit),
  })),
  brokenStore(
    "counts keys in one transaction and adds one in another",
    "of 64 racing keys no more are stored than there may be",
    (inner) => ({
      addApiKey: async (key, audit, most = Number.POSITIVE_INFINITY) =>
        (await inner.listApiKeys(key.publisherId)).length >= most ? "full" : inner.addApiKey(key, audit),
    }),
  ),
  brokenStore(
    "rotates a key whatever there may be",
    "a rotation that keeps the old key counts, one that ends it does not",
    (inner) => ({ rotateApiKey: ({ most: _, ...rotation }) => inner.rotateApiKey(rotation) }),
  ),
  brokenStore(
    "counts keys in one transaction and rotates one in another",
    "of 64 racing rotations of different keys no more old keys stay than there may be",
    (inner) => ({
      rotateApiKey: async ({ most = Number.POSITIVE_INFINITY, ...rotation }) =>
        (await inner.listApiKeys(rotation.key.publisherId)).length >= most
          ? "full"
          : inner.rotateApiKey(rotation),
    }),
  ),
  brokenStore("rotates a key without revoking the old one", rotated, (inner) => ({
    rotateApiKey: async ({ key, audit }) =>
      (await inner.addApiKey(key, audit?.[0])) === "added" ? "rotated" : "exists",
  })),
  brokenStore(
    "stores the new key before it looks at the old one",
    "a rotation that is refused changes nothing",
    (inner) => ({
      rotateApiKey: async (rotation) => {
        await inner.addApiKey(rotation.key);
        return inner.rotateApiKey(rotation);
      },
    }),
  ),
  brokenStore(
    "looks at the old key in one transaction and rotates it in another",
    "of 64 racing rotations of one key at once one is done",
    (inner) => ({
      rotateApiKey: async ({ id, afterMs, key, audit = [] }) => {
        const old = (await inner.listApiKeys()).find((one) => one.id === id);
        if (old === undefined) return "unknown";
        if (old.revoked === true) return "revoked";
        if ((await inner.addApiKey(key, audit[0])) === "exists") return "exists";
        await inner.revokeApiKey(id, afterMs, audit[1]);
        return "rotated";
      },
    }),
  ),
  brokenStore(
    "adds the new key in one transaction and revokes the old one in another",
    "a reader never sees a half of a rotation",
    (inner) => ({
      rotateApiKey: async ({ id, afterMs, key }) => {
        const answer = await inner.addApiKey(key);
        for (let n = 0; n < 8; n += 1) await roundTrip();
        await inner.revokeApiKey(id, afterMs);
        return answer === "added" ? "rotated" : "exists";
      },
    }),
  ),
  brokenStore(
    "reads the keys in one transaction and the publishers in another",
    "a reader never sees a good key of a removed publisher",
    (inner) => ({
      catalogChanges: async (since) => {
        const { delta: before } = await inner.catalogChanges(since);
        for (let n = 0; n < 8; n += 1) await roundTrip();
        const { at, delta: after } = await inner.catalogChanges(since);
        return { at, delta: before && after && { ...after, apiKeys: before.apiKeys } };
      },
    }),
  ),
  brokenStore(
    "puts a revocation off when the key is rotated",
    "a rotation never puts off a revocation that is due earlier",
    (inner, clock) => {
      const rotated = new Map<string, number>();
      return {
        rotateApiKey: async (rotation) => {
          rotated.set(rotation.id, clock.now() + rotation.afterMs);
          return inner.rotateApiKey(rotation);
        },
        listApiKeys: async (publisherId) =>
          (await inner.listApiKeys(publisherId)).map((key) => ({
            ...key,
            revokedAt: rotated.get(key.id) ?? key.revokedAt,
          })),
      };
    },
  ),
  brokenStore(
    "revokes the old key when the new one is stored already",
    "a rotation whose reply was lost changes nothing when it is repeated",
    (inner) => ({
      rotateApiKey: async (rotation) => {
        const answer = await inner.rotateApiKey(rotation);
        if (answer === "exists") await inner.revokeApiKey(rotation.id, 0);
        return answer;
      },
    }),
  ),
  brokenStore(
    "notes a key's revocation each time it is revoked at once",
    "a revocation is noted when it changes something, and only then",
    (inner) => ({
      revokeApiKey: async (id, afterMs, audit) => {
        const key = (await inner.listApiKeys()).find((one) => one.id === id);
        if (key?.revoked !== true || audit === undefined) return inner.revokeApiKey(id, afterMs, audit);
        await inner.addApiKey({ ...key, id: `${id}-noted` }, audit);
        return key;
      },
    }),
  ),
  brokenStore(
    "tells the time only beside a change",
    "the store tells its time, whether something changed or not",
    (inner) => ({
      catalogChanges: async (since) => {
        const news = await inner.catalogChanges(since);
        return news.delta === undefined ? { at: 0 } : news;
      },
    }),
  ),
];
