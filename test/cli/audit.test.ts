import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { createManagement } from "../../core/management/management.ts";
import type { AuditEntry } from "../../core/storage/audit-store.ts";
import type { Store } from "../../core/storage/store.ts";
import { webhookEventTypes } from "../../core/storage/webhook-store.ts";
import { userKeyOf } from "../../core/user-key.ts";
import { smallCatalog } from "../catalog/small-catalog.ts";
import { choice, order, webhook } from "../conformance/fixtures.ts";
import { answerWith, startReceiver } from "../core/management/webhooks/receivers.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { issueAll } from "../setup/store-campaigns.ts";
import { type Backend, startBackend } from "../upstash/backend.ts";
import { removeTemporaryDirectories, runCli, temporaryDirectory } from "./run-cli.ts";

// Each command is a process of its own.
const slow = 240_000;
const secret = "s".repeat(43);
const platformId = "pf_shop";
const identity = "somebody-in-particular";

/** Where the command line's data lie, and a store on the same while no command runs. */
interface Place {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly with: <T>(work: (store: Store) => Promise<T>) => Promise<T>;
}

let postgres: PostgresServer;
let redis: Backend;
let directory = "";

beforeAll(async () => {
  [postgres, redis, directory] = await Promise.all([
    startPostgresServer(),
    startBackend(),
    temporaryDirectory(),
  ]);
}, slow);
afterAll(async () => {
  await postgres.stop();
  await redis.close();
  await removeTemporaryDirectories();
}, slow);

async function withClosed<T, Opened extends Store & { readonly close: () => Promise<void> }>(
  store: Opened,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const places: readonly (readonly [name: string, open: () => Promise<Place>])[] = [
  [
    "an SQLite file",
    async () => {
      const file = join(directory, "audit.db");
      return {
        args: ["--store", `sqlite:${file}`],
        env: {},
        with: (work) => withClosed(openSqlite({ file }), work),
      };
    },
  ],
  [
    "PostgreSQL",
    async () => {
      const store = await openPostgres(postgres.url);
      await withClosed(store, () => store.migrate());
      return {
        args: [],
        env: { DATABASE_URL: postgres.url },
        with: async (work) => withClosed(await openPostgres(postgres.url), work),
      };
    },
  ],
  [
    "Upstash",
    async () => {
      const { url, token } = redis.bridge;
      return {
        args: ["--store", "upstash"],
        env: { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token },
        with: (work) => work(redis.openStore()),
      };
    },
  ],
];

describe.each(places)("on %s", (_name, open) => {
  let place: Place;
  /** How many entries the tests before have left. */
  let known = 0;

  beforeAll(async () => {
    place = await open();
  }, slow);

  const cli = async (args: readonly string[], document?: unknown) => {
    const { code, stdout, stderr } = await runCli([...args, ...place.args], {
      directory,
      env: { ...place.env, HANDBILL_SECRET: secret },
      ...(document !== undefined && { stdin: JSON.stringify(document) }),
    });
    expect(code, stderr).toBe(0);
    return stdout.trim();
  };

  /** The entries since the last call, oldest first. */
  const news = async (): Promise<readonly AuditEntry[]> => {
    const records = await place.with((store) => store.readAudit({ after: 0, limit: 500 }));
    const added = records.slice(known).map(({ id: _, at: __, ...entry }) => entry);
    known = records.length;
    return added;
  };

  const entry = (
    action: AuditEntry["action"],
    kind: AuditEntry["kind"],
    entityId: string,
    publisherId = "",
    changes: unknown = [],
  ): AuditEntry => ({
    actor: "command line",
    action,
    kind,
    entityId,
    publisherId,
    changes: JSON.stringify(changes),
  });

  test("`apply` records each object that it creates, updates and removes, and nothing else", {
    timeout: slow,
  }, async () => {
    await cli(["apply", "-"], smallCatalog());
    expect(await news()).toEqual([
      entry("create", "publisher", "acme", "acme"),
      entry("create", "platform", platformId, "acme"),
      entry("create", "topic", "shoes"),
      entry("create", "campaign", "house"),
      entry("create", "campaign", "spring"),
      ...["spring-bot", "spring-quiz", "spring-text"].map((id) => entry("create", "creative", id)),
    ]);

    await cli(["apply", "-"], smallCatalog());
    await cli(["apply", "-", "--plan", "--prune"], {});
    expect(await news()).toEqual([]);

    const changed = smallCatalog();
    Object.assign(changed.platforms[0] ?? {}, { status: "disabled" });
    Object.assign(changed.campaigns[0] ?? {}, { priceMicros: 3_000, weight: 2 });
    await cli(["apply", "-", "--prune"], {
      ...changed,
      creatives: changed.creatives.filter(({ id }) => id !== "spring-bot"),
    });
    expect(await news()).toEqual([
      entry("update", "platform", platformId, "acme", [{ path: "status", from: "active", to: "disabled" }]),
      entry("update", "campaign", "spring", "", [
        { path: "priceMicros", from: 2_000, to: 3_000 },
        { path: "weight", from: 1, to: 2 },
      ]),
      entry("remove", "creative", "spring-bot"),
    ]);
  });

  test("`key create` and `key revoke` are recorded, without the key", { timeout: slow }, async () => {
    const key = await cli(["key", "create", "--mode", "test", "--label", "Laptop"]);
    const id = key.slice("hb_test_".length, "hb_test_".length + 8);
    const made = [
      { path: "mode", to: "test" },
      { path: "label", to: "Laptop" },
    ];
    const created = await news();
    expect(created).toEqual([entry("create", "api_key", id, "acme", made)]);
    expect(JSON.stringify(created)).not.toContain(key);

    await cli(["key", "revoke", id, "--at", "2100-01-01T00:00:00Z"]);
    const [scheduled, ...more] = await news();
    expect(more).toEqual([]);
    const [{ path, to }] = JSON.parse(scheduled?.changes ?? "");
    expect(scheduled).toEqual(entry("revoke", "api_key", id, "acme", [{ path: "revokedAfterMs", to }]));
    expect(path).toBe("revokedAfterMs");
    expect(to).toBeGreaterThan(Date.parse("2099-01-01T00:00:00Z") - Date.now());

    await cli(["key", "revoke", id]);
    await cli(["key", "revoke", id]);
    expect(await news()).toEqual([
      entry("revoke", "api_key", id, "acme", [{ path: "revokedAfterMs", to: 0 }]),
    ]);
    const unknown = await runCli(["key", "revoke", "00000000", ...place.args], { directory, env: place.env });
    expect([unknown.code, await news()]).toEqual([1, []]);
  });

  test("`user forget` is recorded once, with the platform, and nothing about the user", {
    timeout: slow,
  }, async () => {
    const userKey = userKeyOf(platformId, { kind: "stable", value: identity }, { secrets: [secret] });
    await place.with(async (store) => {
      // More than one step forgets.
      const ids = Array.from({ length: 700 }, (_, n) => idNamed(`forgotten-${n}`));
      for (const part of [ids.slice(0, 350), ids.slice(350)]) {
        const house = choice("house", 0, { creativeVersionId: "any" });
        await issueAll(
          store,
          part.map((id) => order(id, [house], { userKey, platformId })),
        );
      }
    });
    const forget = ["user", "forget", "--platform", platformId, "--stable"];
    expect(await cli([...forget, identity])).toBe("700");
    expect(await cli([...forget, identity])).toBe("0");
    expect(await cli([...forget, "nobody"])).toBe("0");
    expect(await news()).toEqual([entry("forget", "user", platformId, "acme")]);
    const all = await place.with((store) => store.readAudit({ limit: 500 }));
    expect(JSON.stringify(all)).not.toContain(identity);
    expect(JSON.stringify(all)).not.toContain(userKey);
  });

  test("webhooks report it", { timeout: slow }, async () => {
    const receiver = await startReceiver(answerWith(200));
    await place.with(async (store) => {
      const hook = { url: receiver.url, events: webhookEventTypes };
      await store.putWebhook(webhook("of-operator", { ...hook, publisherId: "" }));
      await store.putWebhook(webhook("of-acme", { ...hook, publisherId: "acme" }));
      await store.putWebhook(webhook("of-other", { ...hook, publisherId: "other" }));
    });
    const id = (await cli(["key", "create"])).slice("hb_live_".length, "hb_live_".length + 8);
    const later = "2100-01-01T00:00:00.000Z";
    await cli(["key", "revoke", id, "--at", later]);
    await cli(["key", "revoke", id]);
    await place.with(async (store) => {
      const records = await store.readAudit({ kind: "api_key", entityId: id, limit: 9 });
      const management = createManagement({
        store,
        baseUrl: "https://ads.example",
        secrets: [secret],
        webhookAddresses: { allowPrivateAddresses: true },
        log: () => {},
      });
      await management.maintain();
      const told = receiver.received.map(({ body }) => JSON.parse(body));
      expect(new Set(told.map(({ type }) => type))).toEqual(
        new Set(["api_key.created", "api_key.revoked", "platform.disabled"]),
      );
      // To two webhooks each.
      const revoked = told.filter(({ type, data }) => type === "api_key.revoked" && data.api_key_id === id);
      const [atOnce, scheduled] = records.map(({ at }) => at);
      expect(revoked).toHaveLength(4);
      for (const { data, timestamp } of revoked) {
        const isScheduled = timestamp === new Date(scheduled ?? 0).toISOString();
        expect(data.publisher_id).toBe("acme");
        if (isScheduled)
          expect(Math.abs(Date.parse(data.revoked_at) - Date.parse(later))).toBeLessThan(60_000);
        else expect(data.revoked_at).toBe(new Date(atOnce ?? 0).toISOString());
      }
    });
    await news();
  });

  test("`apply --prune` of a publisher also removes its keys and webhooks, and records each", {
    timeout: slow,
  }, async () => {
    const id = (await cli(["key", "create"])).slice("hb_live_".length, "hb_live_".length + 8);
    await news();
    await cli(["apply", "-", "--prune"], {});
    const noted = await news();
    expect(new Set(noted.map(({ actor }) => actor))).toEqual(new Set(["command line"]));
    expect(noted.filter(({ kind }) => kind === "publisher" || kind === "api_key")).toEqual([
      entry("remove", "publisher", "acme", "acme"),
      entry("revoke", "api_key", id, "acme", [{ path: "revokedAfterMs", to: 0 }]),
    ]);
    expect(noted.filter(({ kind }) => kind === "webhook").map(({ entityId }) => entityId)).toEqual([
      "of-acme",
    ]);
    await place.with(async (store) => {
      expect((await store.listWebhooks()).map((one) => one.id).sort()).toEqual(["of-operator", "of-other"]);
      expect((await store.listApiKeys()).every(({ revoked }) => revoked === true)).toBe(true);
    });
  });
});
