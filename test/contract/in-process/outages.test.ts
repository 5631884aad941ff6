import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { versionCreative } from "../../../core/catalog/version.ts";
import { createHandbill, type HandbillOptions, type LogEntry } from "../../../core/mod.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type Answer, expectProblem, expectSeen, nextAdOf } from "../answers.ts";
import { actionsOf, at, browser, linksOf, paths, server } from "../client.ts";
import { openWorld, type World } from "../world.ts";

const secretText = "SQL-SECRET-4711";

/** An error as a driver throws it: marked as an `outage`, and full of secrets. */
class StoreError extends Error {
  override name = "StoreError";
  readonly outage: boolean;
  readonly query: string = `select * from ${secretText}`;
  constructor(outage: boolean) {
    super("The store cannot be reached.");
    this.outage = outage;
  }
}

type Operation = Exclude<keyof Store, "catalogChanges">;

/** The world's handbill with one operation of the store failing. */
function failing({ store, reopen }: World, operation: Operation, outage: boolean) {
  return reopen({ store: { ...store, [operation]: () => Promise.reject(new StoreError(outage)) } });
}

function expectUnavailable(answer: Answer): void {
  expectProblem(answer, 503, "unavailable");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(answer.text).not.toContain(secretText);
  expect(answer.text).not.toContain("StoreError");
  expect(answer.text).not.toMatch(/\bat \S+:\d+/);
}

describe("§7 503: the store cannot be reached", () => {
  it.each([true, false])("§7 while an ad is issued (outage: %s): nothing is stored", async (outage) => {
    const world = await openWorld();
    const client = failing(world, "issue", outage);
    expectUnavailable(await client.ads());
    expectUnavailable(await client.bot());
    expect(await world.deliveries()).toEqual([]);
  });
  it.each([true, false])("§7 while a view, a press or a click is recorded (outage: %s)", async (outage) => {
    const world = await openWorld();
    const issued = await world.client.issue({ accept_formats: ["quiz"] });
    world.clock.advance(1_000);
    const client = failing(world, "record", outage);
    const before = await world.state();
    expectUnavailable(await client.seen(issued));
    expectUnavailable(await client.press(issued, at(actionsOf(issued.ad), 0)));
    expectUnavailable(await client.click(at(linksOf(issued.ad), 0)));
    expect(await world.state()).toEqual(before);
    expectSeen(await world.client.seen(issued));
  });
  it("§7 while the creative of a press or a click is read, which the catalogue holds no more", async () => {
    const world = await openWorld();
    const issued = await world.client.issue({ accept_formats: ["quiz"] });
    const { version, catalog } = await world.store.readCatalog();
    const creatives = catalog.creatives.map((creative) =>
      versionCreative({ ...creative, disclosure: { text: "Another disclosure" } }),
    );
    const upserts = { publishers: [], platforms: [], campaigns: [], creatives, topics: [] };
    await world.store.applyCatalog({ expectedVersion: version, upserts, removals: [] });
    const client = failing(world, "readCreatives", true);
    expectUnavailable(await client.press(issued, at(actionsOf(issued.ad), 0)));
    expectUnavailable(await client.click(at(linksOf(issued.ad), 0)));
  });
  it("§4.2, §4.5 not for a press or a click whose creative the catalogue in memory holds", async () => {
    const world = await openWorld();
    const issued = await world.client.issue({ accept_formats: ["quiz"] });
    let reads = 0;
    const readCreatives: Store["readCreatives"] = (ids) => {
      reads += 1;
      return world.store.readCreatives(ids);
    };
    const client = world.reopen({ store: { ...world.store, readCreatives } });
    nextAdOf(await client.press(issued, at(actionsOf(issued.ad), 0)));
    expect((await client.click(at(linksOf(issued.ad), 0))).status).toBe(302);
    expect(reads).toBe(0);
  });
  it("§7 before there was ever a catalogue", async () => {
    const world = await openWorld();
    const store = { ...world.store, catalogChanges: () => Promise.reject(new StoreError(true)) };
    const client = world.reopen({ store });
    expectUnavailable(await client.ads());
    expectUnavailable(await client.bot());
    expectUnavailable(await client.request("/readyz"));
    expect((await client.request("/livez")).status).toBe(200);
    expectProblem(await client.ads({ test: 1 }), 400);
    expectProblem(await client.ads({}, {}), 401);
    expectProblem(await client.ads({}, { authorization: "Bearer hb_live_short" }), 401);
    expectProblem(await client.bot({}, {}), 401);
  });
  it("§7 for a while: with a catalogue in memory the answers come back by themselves", async () => {
    const world = await openWorld();
    let down = false;
    const store = {
      ...world.store,
      catalogChanges: (since?: string) =>
        down ? Promise.reject(new StoreError(true)) : world.store.catalogChanges(since),
      issue: (orders: Parameters<Store["issue"]>[0]) =>
        down ? Promise.reject(new StoreError(true)) : world.store.issue(orders),
    };
    const client = world.reopen({ store });
    expect((await client.ads()).status).toBe(200);
    down = true;
    world.clock.advance(60_000);
    expectUnavailable(await client.ads());
    expect((await client.ads({ test: true })).status).toBe(200);
    down = false;
    expect((await client.ads()).status).toBe(200);
  });
  it("§7 the request_id of a 503 is found in the log, and nothing of the query is", async () => {
    const world = await openWorld();
    const answer = await failing(world, "issue", true).ads();
    const { request_id } = expectProblem(answer, 503);
    expect(JSON.stringify(world.log)).not.toContain(secretText);
    expect(JSON.stringify(world.log)).toContain("The store cannot be reached.");
    expect(world.log.map(({ requestId }) => requestId)).toContain(request_id);
  });
  it("§7 test ads do without the store", async () => {
    const world = await openWorld();
    const client = failing(world, "issue", true);
    expect((await client.ads({ test: true })).status).toBe(200);
  });
  it("§7 one bad order does not fail its neighbours", async () => {
    const world = await openWorld();
    const store = {
      ...world.store,
      issue: (orders: Parameters<Store["issue"]>[0]) =>
        orders.some(({ language }) => language === "en-GB")
          ? Promise.reject(new StoreError(false))
          : world.store.issue(orders),
    };
    const client = world.reopen({ store });
    const languages = Array.from({ length: 20 }, (_, index) => (index === 7 ? "en-GB" : "en"));
    const answers = await Promise.all(
      languages.map((language_code) => client.ads({ language_code }, server)),
    );
    expect(answers.map(({ status }) => status)).toEqual(languages.map((code) => (code === "en" ? 200 : 503)));
  });
});

describe("§7 503: not set up", () => {
  const open = (options: Partial<HandbillOptions>) => {
    const log: LogEntry[] = [];
    const store = createMemoryStore();
    const handbill = createHandbill({ store, log: (entry) => log.push(entry), ...options });
    const send = async (path: string, headers = {}): Promise<Answer> => {
      const init = {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: "{}",
      };
      const response = await handbill.fetch(new Request(`https://ads.example${path}`, init));
      const text = await response.text();
      return { status: response.status, headers: response.headers, text, json: () => JSON.parse(text) };
    };
    return { handbill, log, send };
  };
  const secrets = ["a secret that is long enough for anybody"];
  const baseUrl = "https://ads.example";

  it.each([
    ["without a base URL", { secrets }, "HANDBILL_BASE_URL"],
    ["without a secret", { baseUrl }, "HANDBILL_SECRET"],
    ["with a short secret", { baseUrl, secrets: ["too short"] }, "HANDBILL_SECRET"],
    ["with an empty list of secrets", { baseUrl, secrets: [] }, "HANDBILL_SECRET"],
    ["with a base URL that is none", { baseUrl: "ads.example", secrets }, "HANDBILL_BASE_URL"],
  ])(
    "§7 %s every endpoint is answered 503, and the log says what to do",
    async (_name, options, variable) => {
      const { log, send } = open(options);
      for (const path of Object.values(paths)) {
        const answer = await send(path, browser);
        expectProblem(answer, 503, "not_configured");
        expect(answer.headers.get("retry-after")).toBe("30");
        expect(answer.text).not.toContain(variable);
      }
      expect(log.map(({ message }) => message).join()).toContain(variable);
      expect(log).toHaveLength(1);
      expect(JSON.stringify(log)).not.toContain("too short");
    },
  );
  it("§7 creating a handbill throws nothing, and /livez answers", async () => {
    const { handbill } = open({ health: true });
    expect((await handbill.fetch(new Request("https://ads.example/livez"))).status).toBe(200);
    expect((await handbill.fetch(new Request("https://ads.example/readyz"))).status).toBe(503);
  });
  it("links are built from the base URL, never from Host", async () => {
    const { client } = await openWorld();
    const { ad } = await client.issue(
      {},
      { ...browser, host: "evil.example", "x-forwarded-host": "evil.example" },
    );
    expect(JSON.stringify(ad)).not.toContain("evil.example");
    expect(at(linksOf(ad), 0)).toMatch(/^https:\/\/ads\.example\/below\//);
  });
});
