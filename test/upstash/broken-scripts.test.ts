import { Redis } from "@upstash/redis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { UpstashRedis } from "../../adapters/upstash/mod.ts";
import { rateLimitCases, storeCases } from "../conformance/mod.ts";
import { checkGuard, soundLimiter, soundStore } from "../faults/broken-stores/check-guard.ts";
import { type Backend, limiterWith, startBackend, storeWith } from "./backend.ts";
import { type BrokenScript, brokenSettlementScripts } from "./broken-settlement-scripts.ts";

const brokenStores: readonly BrokenScript[] = [
  {
    name: "issues an order again that was issued",
    from: "known[n] and '=' .. known[n]",
    to: "nil",
    caughtBy: "orders whose reply was lost are issued once, however often they are repeated",
  },
  {
    name: "holds the price before it knows whether the order is issued",
    from: "local reason = refusal(order, choice)",
    to: `local reason = refusal(order, choice)
      if campaigns[choice.campaign] then
        addHeld(choice.campaign, campaigns[choice.campaign].day, choice.price)
      end`,
    caughtBy: "a refused order changes nothing",
  },
  {
    name: "does not give back expired holds before it issues",
    from: "if hasBacklog() then",
    to: "if false then",
    caughtBy: "an expired hold never refuses an order",
  },
  {
    name: "releases deliveries and keeps their money",
    from: "addHeld(campaign, day, -sum)",
    to: "addHeld(campaign, day, 0)",
    caughtBy: "holds of expired unseen deliveries are given back",
  },
  {
    name: "releases a delivery again and again",
    from: "redis.call('ZREM', key, unpack(due))",
    to: "",
    caughtBy: "racing releasers give each hold back once",
  },
  {
    name: "keeps the place in a frequency cap of what expired unseen",
    from: "redis.call('ZREM', capKey(campaign, user), day .. '\\t' .. id)",
    to: "",
    caughtBy: "a delivery that expired unseen gives its place in the cap back",
  },
  {
    name: "counts a user's deliveries only once they are capped",
    from: "redis.call('ZADD', one.cap, text(now), campaign.day .. '\\t' .. order.id)",
    to: "if campaign.impressions then redis.call('ZADD', one.cap, text(now), campaign.day .. '\\t' .. order.id) end",
    caughtBy: "a cap that is set later counts earlier deliveries",
  },
  {
    name: "lets orders of one batch not see each other",
    from: "campaign.free = campaign.free - choice.price",
    to: "",
    caughtBy: "each order of a batch sees the holds of the ones before it",
  },
  {
    name: "records an event again that was recorded",
    from: "  if stop then",
    to: "  if false then",
    caughtBy: "of 64 views of one delivery one is recorded and charges",
  },
  {
    name: "charges what was released",
    from: "redis.call('ZSCORE', one.set, one.member) ~= false",
    to: "true",
    caughtBy: "a clock that steps back leaves the money in balance",
  },
  {
    name: "charges without a line in the ledger",
    from: "redis.call('HINCRBY', ledger, 'charged', price)",
    to: "",
    caughtBy: "of 64 views of one delivery one is recorded and charges",
  },
  {
    name: "pays a bot's click that the budget cannot",
    from: "if one.price > campaign.whole or one.price > campaign.days[one.day] then",
    to: "if false then",
    caughtBy: "a bot click beyond the budget is recorded, unpaid for ever",
  },
  {
    name: "takes a delivery of exactly an hour for expired",
    from: "if age > lifetimeMs",
    to: "if age >= lifetimeMs",
    caughtBy: "a view at 3,600,000 ms is recorded",
  },
  {
    name: "writes large amounts with twelve digits",
    from: "field .. '\\t' .. text(floor)",
    to: "field .. '\\t' .. string.format('%.12g', floor)",
    caughtBy: "floors are exact up to 2^53 - 1",
  },
  {
    name: "adds three amounts up before it compares",
    from: "choice.price > campaign.free then",
    to: "choice.price - 1 > campaign.free then",
    caughtBy: "a price of nothing needs no budget, and one micro needs one",
  },
  {
    name: "stores a budget below its floor",
    from: "tonumber(budget) < floor",
    to: "false",
    caughtBy: "a total budget below the spent and held amounts is refused with its floor",
  },
  {
    name: "applies a change of another version",
    from: "if ARGV[3] ~= version then",
    to: "if false then",
    caughtBy: "of 64 racing changes of one version one is applied",
  },
  {
    name: "keeps the newest deliveries of all platforms only",
    from: "ipairs({ recentKey(), recentKey(order.platform) })",
    to: "ipairs({ recentKey() })",
    caughtBy: "recent deliveries are read of the requested platforms, with any number on others",
  },
  {
    name: "reads deliveries until their list expires",
    from: "at < now - lifetimeMs",
    to: "false",
    caughtBy: "a delivery is recent for an hour, and no millisecond longer",
  },
  {
    name: "reads the oldest deliveries of the hour",
    from: "'ZREVRANGE', keys[list]",
    to: "'ZRANGE', keys[list]",
    caughtBy: "the limit leaves out the earliest deliveries",
  },
  {
    name: "does not note the platforms of a publisher",
    from: "redis.call('ZADD', platformsKey(publisher), 0, platform)",
    to: "",
    caughtBy: "charges, statistics, users and deliveries are read of the requested owners",
  },
  {
    name: "reads recent deliveries of all owners",
    from: "if not wanted[values[place]] then",
    to: "if false then",
    caughtBy: "charges, statistics, users and deliveries are read of the requested owners",
  },
  {
    name: "adds up charges, views and statistics of all owners",
    from: "if not values[decoded(fields[place])] then",
    to: "if false then",
    caughtBy: "charges, statistics, users and deliveries are read of the requested owners",
  },
  {
    name: "counts users by their publisher, whatever the field",
    from: "fields[tonumber(ARGV[argument])]",
    to: "fields[1]",
    caughtBy: "users are counted by publisher, platform and key, together and each alone",
  },
  {
    name: "charges whoever has the platform when it is paid",
    from: "language, format, owner, advertiser, apiKey }",
    to: `language, format,
      cjson.decode(redis.call('HGET', root .. ':docs', 'f:' .. platform) or '{"publisherId":""}').publisherId, advertiser, apiKey }`,
    caughtBy: "a charge keeps publisher, advertiser and key of its issue",
  },
  {
    name: "forgets what it removes",
    from: "redis.call('HSET', root .. ':removed', entity, document)",
    to: "",
    caughtBy: "a removed entity is read as it last stood",
  },
  {
    name: "leaves the keys of a removed publisher alone",
    from: "\nrevokeKeysOf(publishers)",
    to: "",
    caughtBy: "removing a publisher revokes its keys in the same step, for good",
  },
  {
    name: "moves a revocation back",
    from: "elseif not at or now + afterMs < at then",
    to: "else",
    caughtBy: "a revocation can be moved forward and never back",
  },
  {
    name: "rotates a key that is revoked",
    from: "elseif isRefused(document) then",
    to: "elseif false then",
    caughtBy: "of 64 racing rotations of one key at once one is done",
  },
  {
    name: "does not limit unproven holds",
    from: "campaign.unproven + price > math.max",
    to: "false and 0 > math.max",
    caughtBy: "64 racers share the last unproven holds and take no more",
  },
  {
    name: "adds every hold to the unproven ones",
    from: "local isUnproven = isHeld and order.share",
    to: "local isUnproven = isHeld",
    caughtBy: "who has confirmed a view, a bot and a free ad have no share to keep within",
  },
  {
    name: "keeps an unproven hold when it is charged",
    from: "endUnproven(one.member, one.campaign, one.price)",
    to: "",
    caughtBy: "an unproven hold leaves its share at its first event, and no proven one does",
  },
  {
    name: "keeps an unproven hold when it is given back",
    from: "endUnproven(member, campaign, tonumber(price))",
    to: "",
    caughtBy: "an unproven hold leaves its share when it is given back",
  },
  {
    name: "keeps the unproven holds of a forgotten user",
    from: "endUnproven(member, one.campaign, one.price)",
    to: "",
    caughtBy: "the unproven holds of a forgotten user leave their share",
  },
  {
    name: "stores no mark of an event",
    from: "  markOnce(one, mark)",
    to: "",
    caughtBy: "a charge keeps the mark that its delivery has after the event that charges",
  },
  {
    name: "charges without the mark",
    from: "cjson.encode(one.chargedMark)",
    to: "'\"\"'",
    caughtBy: "a delivery keeps the mark of its order, and its charge has it",
  },
  {
    name: "keeps the networks of a forgotten user",
    from: "redis.call('DEL', one.key, networkKey(one.id))",
    to: "redis.call('DEL', one.key)",
    caughtBy: "the networks of a forgotten user are gone at once",
  },
  {
    name: "does not tell what was removed",
    from: "redis.call('ZADD', root .. ':gone', text(seq), entity)",
    to: "",
    caughtBy: "every kind of thing can be removed",
  },
];

const brokenLimiters: readonly BrokenScript[] = [
  {
    name: "forgets the burst before",
    from: "tally.taken = tally.taken + burst.units",
    to: "",
    caughtBy: "as many units as the limit are granted, and no more",
  },
  {
    name: "gives every grant back on its own",
    from: "(now - last.started) * 20 < tally.windowMs",
    to: "false",
    caughtBy: "history: a burst comes back together with the last of it",
  },
];

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

/** The real client, with every script changed that has the text. */
function breakingClient({ from, to }: BrokenScript, onBroken: () => void): UpstashRedis {
  const { url, token } = backend.bridge;
  const redis = new Redis({ url, token, automaticDeserialization: false });
  return {
    evalsha: () => Promise.reject(new Error("NOSCRIPT")),
    eval: (script, keys, args) => {
      if (script.includes(from)) onBroken();
      return redis.eval(
        script.replaceAll(from, () => to),
        keys,
        args,
      );
    },
  };
}

describe("the conformance kit refuses a script that", () => {
  test.each([...brokenStores, ...brokenSettlementScripts])("$name", async (broken) => {
    let used = 0;
    const redis = breakingClient(broken, () => {
      used += 1;
    });
    const open = async ({ now }: { readonly now: () => number }) => {
      const options = { prefix: backend.newPrefix(), clock: now };
      return {
        stores: [storeWith(redis, options), storeWith(redis, options)] as const,
        close: async () => undefined,
      };
    };
    expect(await checkGuard({ ...broken, open }, storeCases, soundStore)).toBeUndefined();
    expect(used).toBeGreaterThan(0);
  });

  test.each(brokenLimiters)("$name", async (broken) => {
    let used = 0;
    const redis = breakingClient(broken, () => {
      used += 1;
    });
    const open = async ({ now }: { readonly now: () => number }) => {
      const prefix = backend.newPrefix();
      const limiters = [limiterWith(redis, prefix, now), limiterWith(redis, prefix, now)] as const;
      return { limiters, close: async () => undefined };
    };
    expect(await checkGuard({ ...broken, open }, rateLimitCases, soundLimiter)).toBeUndefined();
    expect(used).toBeGreaterThan(0);
  });
});
