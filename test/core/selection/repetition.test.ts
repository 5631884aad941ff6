import { describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import type { Campaign } from "../../../core/catalog/entities.ts";
import { createHandbill, type Handbill } from "../../../core/handbill.ts";
import { createRecentCreatives } from "../../../core/serving/recent-creatives.ts";
import { createTestClock, type TestClock } from "../../conformance/clock.ts";
import { apiKey, campaign, creativeVersion, platform, publisher } from "../../conformance/fixtures.ts";
import { liveKey, post, secret } from "../pipeline/installation.ts";
import { seededRandom } from "../seeded.ts";

const hourMs = 3_600_000;

interface Answer {
  readonly deliveryId: string;
  readonly view: string;
  readonly text: string;
}

interface Scene {
  readonly clock: TestClock;
  /** The answer of an instance to a user; `undefined` for no ad. */
  readonly ask: (instance: number, user: string) => Promise<Answer | undefined>;
  readonly see: (answer: Answer, user: string) => Promise<number>;
}

/** Two instances on one store. */
async function scene(campaigns: readonly Campaign[]): Promise<Scene> {
  const clock = createTestClock();
  const store = createMemoryStore({ clock: clock.now });
  const { version } = await store.readCatalog();
  await store.applyCatalog({
    expectedVersion: version,
    upserts: {
      publishers: [publisher()],
      platforms: [platform()],
      campaigns,
      creatives: campaigns.map(({ id }, index) => creativeVersion(id, index + 1)),
      topics: [],
    },
    removals: [],
  });
  await store.addApiKey(apiKey(liveKey.id, 0, { hash: liveKey.hash }));
  const instances: readonly Handbill[] = [1, 2].map((seed) =>
    createHandbill({
      store,
      clock: clock.now,
      random: seededRandom(seed),
      log: () => {},
      baseUrl: "https://ads.example",
      secrets: [secret],
    }),
  );
  const send = (instance: number, path: string, body: object): Promise<Response> => {
    const handbill = instances[instance];
    if (handbill === undefined) throw new RangeError("There are two instances.");
    return handbill.fetch(post(path, { platform_id: platform().id, ...body }));
  };
  return {
    clock,
    ask: async (instance, user) => {
      const response = await send(instance, "/api/v1/web/ads", { stable_user_id: user });
      const body: unknown = await response.json();
      return answerOf(body);
    },
    see: async ({ deliveryId, view }, user) =>
      (await send(0, "/api/v1/web/seen", { stable_user_id: user, delivery_id: deliveryId, view })).status,
  };
}

function answerOf(body: unknown): Answer | undefined {
  const ad = fieldOf(body, "ad");
  if (ad === null) return undefined;
  return {
    deliveryId: String(fieldOf(ad, "delivery_id")),
    view: String(fieldOf(ad, "view")),
    text: JSON.stringify(fieldOf(ad, "blocks")),
  };
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) throw new TypeError(`There is no ${name}.`);
  return new Map(Object.entries(value)).get(name);
}

const issuedOf = (answers: readonly (Answer | undefined)[]): readonly Answer[] =>
  answers.flatMap((answer) => answer ?? []);

describe("a frequency cap", () => {
  const capped = campaign("c", { frequencyCap: { impressions: 3, window: 24 * hourMs } });

  it("is exact when 64 requests of one user race on two instances, and each user has their own", async () => {
    const { ask } = await scene([capped]);
    const race = (user: string): Promise<readonly (Answer | undefined)[]> =>
      Promise.all(Array.from({ length: 64 }, (_, index) => ask(index % 2, user)));
    const [one, other] = await Promise.all([race("user-one"), race("user-two")]);
    expect([issuedOf(one).length, issuedOf(other).length]).toEqual([3, 3]);
  });

  it("gives back expired unseen deliveries, and no seen ones", async () => {
    const { ask, see, clock } = await scene([capped]);
    const [first] = issuedOf(await Promise.all([ask(0, "user-one"), ask(1, "user-one"), ask(0, "user-one")]));
    if (first === undefined) throw new Error("no ad was issued");
    clock.advance(2_000);
    expect(await see(first, "user-one")).toBe(200);
    expect(await ask(0, "user-one")).toBeUndefined();
    clock.advance(hourMs);
    const again = await Promise.all(Array.from({ length: 64 }, (_, index) => ask(index % 2, "user-one")));
    expect(issuedOf(again)).toHaveLength(2);
  });

  it("of many campaigns keeps none of the others from a user that has seen them", async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      campaign(`c${index}`, { priceMicros: 900, frequencyCap: { impressions: 1, window: 24 * hourMs } }),
    );
    const { ask, clock } = await scene([...many, campaign("house", { priceMicros: 0 })]);
    const texts: string[] = [];
    for (let round = 0; round < 80; round++) texts.push((await ask(0, "user-one"))?.text ?? "no ad");
    expect(new Set(texts.slice(0, 60)).size).toBe(60);
    expect(texts.slice(0, 60).some((text) => text.includes('Edition 61"'))).toBe(false);
    expect(texts.slice(60).every((text) => text.includes("Edition 61"))).toBe(true);
    // All of them expire unseen.
    clock.advance(hourMs + 60_000);
    expect((await ask(0, "user-one"))?.text).not.toContain("Edition 61");
  });

  it("is read again before there is no ad, however recently it refused", async () => {
    const { ask, clock } = await scene([
      { ...capped, frequencyCap: { impressions: 1, window: 24 * hourMs } },
    ]);
    expect(await ask(0, "user-one")).toBeDefined();
    clock.advance(hourMs - 60_000);
    expect(await ask(0, "user-one")).toBeUndefined();
    clock.advance(120_000);
    expect(await ask(0, "user-one")).toBeDefined();
  });

  it("leaves the user to the next campaign", async () => {
    const { ask } = await scene([{ ...capped, priceMicros: 900 }, campaign("next")]);
    const answers = await Promise.all(Array.from({ length: 64 }, () => ask(0, "user-one")));
    expect(issuedOf(answers).filter(({ text }) => text.includes("Edition 1"))).toHaveLength(3);
    expect(issuedOf(answers).filter(({ text }) => text.includes("Edition 2"))).toHaveLength(61);
  });
});

describe("one user with request after request", () => {
  it("is shown all creatives in turn, and none twice running while there is another", async () => {
    const { ask } = await scene([campaign("a", { priceMicros: 900 }), campaign("b"), campaign("c")]);
    const texts: string[] = [];
    for (let round = 0; round < 30; round++) {
      const [answer] = issuedOf([await ask(0, "user-one")]);
      expect(answer?.text).toContain("Edition");
      expect(answer?.text).not.toBe(texts.at(-1));
      texts.push(answer?.text ?? "");
    }
    expect(texts.filter((text) => text.includes("Edition 1"))).toHaveLength(10);
  });

  it("is shown the only one there is", async () => {
    const { ask } = await scene([campaign("a")]);
    expect(issuedOf([await ask(0, "user-one"), await ask(0, "user-one")])).toHaveLength(2);
  });
});

describe("the recent creatives of each user", () => {
  it("are the last 16, the latest one last", () => {
    const shown = createRecentCreatives();
    for (let creative = 0; creative < 20; creative++) shown.note("user", `cr-${creative}`);
    shown.note("user", "cr-7");
    shown.note("", "cr-7");
    expect(shown.of("user")).toEqual(
      [4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 7].map((creative) => `cr-${creative}`),
    );
    expect(shown.of("")).toEqual([]);
  });

  it("are remembered for the latest 10,000 users, and forgotten in time", () => {
    const shown = createRecentCreatives();
    for (let user = 0; user < 30_000; user++) {
      shown.note(`user-${user}`, "a");
      if (user % 5_000 === 0) shown.note("user-0", "b");
    }
    expect(shown.of("user-0").at(-1)).toBe("b");
    expect(shown.of("user-1")).toEqual([]);
    // A read also counts as a use.
    for (let user = 29_999; user > 20_002; user--) {
      if (shown.of(`user-${user}`)[0] !== "a") expect.fail(`user-${user} was forgotten`);
    }
  });
});

describe("an instance that does not know yet which budgets are exhausted", () => {
  it("asks on among many equals until one has budget left", async () => {
    const equals = Array.from({ length: 40 }, (_, index) =>
      campaign(`equal-${index}`, { priceMicros: 900, totalBudgetMicros: 900 }),
    );
    const { ask } = await scene(equals);
    const ofOne: (Answer | undefined)[] = [];
    for (let user = 0; user < 15; user++) ofOne.push(await ask(0, `user-${user}`));
    const ofOther: (Answer | undefined)[] = [];
    for (let user = 15; user < 40; user++) ofOther.push(await ask(1, `user-${user}`));
    expect([issuedOf(ofOne).length, issuedOf(ofOther).length]).toEqual([15, 25]);
    expect(await ask(1, "user-40")).toBeUndefined();
  });
});
