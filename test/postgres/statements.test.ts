/** Every statement is a round trip and a transaction of its own, so these numbers are what an endpoint costs. */
import postgres from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { postgresExecutor } from "../../adapters/postgres/postgres-executor.ts";
import { type PostgresStore, storeOn } from "../../adapters/postgres/store.ts";
import { createHandbill, type Handbill } from "../../core/handbill.ts";
import { adOf, botAnswerOf } from "../contract/answers.ts";
import { contractCatalog, platformIds } from "../contract/catalog.ts";
import { actionsOf, type Client, createClient, newVisitor } from "../contract/client.ts";
import { storedKeys } from "../contract/keys.ts";
import { plant } from "../runtimes/seed.ts";
import { type CountingExecutor, countingExecutor } from "../setup/counting-executor.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";

let server: PostgresServer;
let counted: CountingExecutor;
let store: PostgresStore;
let handbill: Handbill;
let client: Client;
let now = Date.UTC(2026, 2, 5, 12);

beforeAll(async () => {
  server = await startPostgresServer();
  const sql = postgres(server.url, { max: 4, onnotice: () => undefined });
  counted = countingExecutor(
    postgresExecutor(sql, { callTimeoutMs: 10_000, prepare: false, ownsPool: true }),
  );
  const clock = (): number => now;
  store = storeOn(counted, { clock });
  await store.migrate();
  await store.ready();
  await plant(store, { catalog: contractCatalog, apiKeys: storedKeys });
  handbill = createHandbill({
    store,
    clock,
    log: () => undefined,
    baseUrl: "https://ads.example",
    secrets: ["a secret of at least thirty-two characters"],
  });
  const request = async (path: string, init?: RequestInit): Promise<Response> =>
    handbill.fetch(new Request(`https://ads.example${path}`, init));
  client = createClient(() => ({
    name: "counted",
    url: "https://ads.example",
    linkBase: "https://ads.example",
    runtime: async () => "node",
    expectedRuntime: "node",
    stop: async () => undefined,
    request: (path, init) => request(path, toInit(init)),
    advance: async (ms) => {
      now += ms;
    },
    audit: store.auditLedger,
    features: { lettersPerCharacter: 1 },
  }));
  await client.ads();
  // View rates are learned behind the second look at the catalogue.
  now += 1_000;
  await client.ads();
  await vi.waitUntil(() => counted.take().length === 0, { timeout: 20_000 });
}, 60_000);
afterAll(async () => {
  await handbill.close();
  await store.close();
  await server.stop();
}, 60_000);

function toInit(init: Parameters<Client["request"]>[1]): RequestInit {
  const { method = "GET", headers = {}, body } = init ?? {};
  const text = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return text === undefined
    ? { method, headers }
    : { method, headers: { ...headers, "content-length": String(text.length) }, body: text };
}

/** Calls to which functions, and how many other statements, were made meanwhile; at rest, so without polling. */
async function statementsOf<T>(work: () => Promise<T>): Promise<readonly [T, readonly string[]]> {
  counted.take();
  const result = await work();
  return [result, counted.take().map((text) => /"\.(\w+)\(/.exec(text)?.[1] ?? text)];
}

test("a new instance reads the catalogue along with its start-up check, in one statement", async () => {
  const begun = storeOn(counted);
  counted.take();
  const news = await begun.catalogChanges();
  expect(counted.take()).toHaveLength(1);
  expect(news.delta).toEqual((await store.catalogChanges()).delta);
  expect((await begun.catalogChanges(news.delta?.version)).delta).toBeUndefined();
});

test("an ad is one statement, and so is each thing that happens to it", async () => {
  const [answer, forAd] = await statementsOf(() => client.ads({ accept_formats: ["quiz"] }));
  expect(forAd).toEqual(["issue"]);
  const ad = adOf(answer);
  expect(ad.format).toBe("quiz");
  const visitor = newVisitor();
  const issued = await client.issue({ accept_formats: ["consent"], visitor_id: visitor });
  const [pressed, forPress] = await statementsOf(() => client.press(issued, actionsOf(issued.ad)[0] ?? ""));
  expect(pressed.status).toBe(200);
  expect(forPress.filter((name) => name === "record_v2")).toHaveLength(1);
  // The creative's version is read once per instance.
  expect(forPress.length).toBeLessThanOrEqual(2);
  const text = await client.issue();
  now += 1_000;
  const [seen, forSeen] = await statementsOf(() => client.seen(text));
  expect(seen.status).toBe(200);
  expect(forSeen.filter((name) => name === "catalog_changes").length).toBeLessThanOrEqual(1);
  expect(forSeen.filter((name) => name !== "catalog_changes")).toEqual(["record_v2"]);
});

test("a bot's ad is one statement, and its click reads the delivery and records it", async () => {
  const [answer, forAd] = await statementsOf(() => client.bot());
  expect(forAd).toEqual(["issue"]);
  const { impression_id } = botAnswerOf(answer);
  const url = `https://ads.example/api/v1/click/${impression_id}`;
  const [followed, forClick] = await statementsOf(() => client.click(url));
  expect(followed.status).toBe(302);
  expect(forClick.filter((name) => name === "record_v2")).toHaveLength(1);
  expect(forClick.length).toBeLessThanOrEqual(3);
});

test("requests without a write send nothing: no-ad, test ads, previews and refusals", async () => {
  for (const work of [
    () => client.ads({ platform_id: platformIds.empty }),
    () => client.ads({ test: true }),
    () => client.ads({ visitor_id: "short" }),
    () => client.ads({}, { origin: "https://elsewhere.example" }),
  ]) {
    const [, statements] = await statementsOf(work);
    expect(statements).toEqual([]);
  }
});

test("the deliveries of the last hour are one statement", async () => {
  const { ad } = await client.issue();
  const [recent, statements] = await statementsOf(() => store.readRecentDeliveries({ limit: 512 }));
  expect(recent.map(({ id }) => id)).toContain(ad.delivery_id);
  expect(statements).toHaveLength(1);
});

test("200 requests of one moment are one statement for the first and one for all others", async () => {
  const [answers, statements] = await statementsOf(() =>
    Promise.all(Array.from({ length: 200 }, () => client.ads())),
  );
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  expect(statements.every((name) => name === "issue")).toBe(true);
  expect(statements.length).toBeLessThanOrEqual(2);
});
