import { expect, it } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { newDefaultNotice } from "../../core/management/currency.ts";
import type { ManagementOptions } from "../../core/management/management.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { choice, count, order, seen } from "../conformance/fixtures.ts";
import { signedIn } from "../console/visitor.ts";
import { idNamed } from "../setup/delivery-ids.ts";
import { type Installation, install, operatorToken } from "./installation.ts";

const refusal =
  "HANDBILL_CURRENCY (option currency) is USD, but all stored amounts are in EUR: set it to EUR, or use an empty database.";

/** An installation with its log. */
async function withLog(options: Parameters<typeof install>[0] = {}) {
  const log: string[] = [];
  return { log, place: await install({ log: ({ message }) => void log.push(message), ...options }) };
}

it.each<[string, Pick<ManagementOptions, "currency" | "env">]>([
  ["the option", { currency: "EUR" }],
  ["the variable", { env: (name) => (name === "HANDBILL_CURRENCY" ? "EUR" : undefined) }],
])("%s is stored at the first use, and named in every answer with amounts", async (_, options) => {
  let now = Date.UTC(2026, 2, 10, 12);
  const { log, place } = await withLog({ ...options, clock: () => now });
  expect(await place.store.firstValue("currency"), "before the first use").toBeUndefined();
  const id = idNamed("charged");
  await place.store.issue([order(id, [choice("roaster-coffee", 4_000)], { publisherId: "north" })]);
  now += 1_000;
  await place.store.record([seen(id)]);
  for (const path of [
    "/reports",
    "/campaigns",
    "/campaigns/roaster-coffee/spend",
    "/deliveries",
    `/deliveries/${id}`,
  ]) {
    const { status, json } = await place.call("operator", "GET", path);
    expect([path, status, json["currency"]]).toEqual([path, 200, "EUR"]);
  }
  const body = { platform_id: "pf_north" };
  expect((await place.call("operator", "POST", "/explain", { body })).json["currency"]).toBe("EUR");
  const { text } = await place.call("operator", "GET", "/reports?format=csv");
  expect(text.split("\r\n")[0]).toContain(
    "charges,spendMicros (EUR),earningsMicros (EUR),adjustedMicros (EUR),adjustedEarningsMicros (EUR)," +
      "fillRate,viewRate,clickThroughRate,ecpmMicros (EUR)",
  );
  expect(await place.store.firstValue("currency")).toBe("EUR");
  expect(log).toEqual([]);
});

it("another one than the stored one is refused: the log says both, once, and API and console answer 503", async () => {
  const store = createMemoryStore();
  await store.firstValue("currency", "EUR");
  const { log, place } = await withLog({ store, currency: "USD", console: createConsole() });
  const calls = ["/reports", "/campaigns", "/audit"].map((path) => place.call("operator", "GET", path));
  for (const { json } of await Promise.all(calls)) expect(json["code"]).toBe("not_configured");
  const { status } = await place.management.fetch(
    new Request("https://ads.example/console/", { headers: { "x-host-user": "roaster" } }),
  );
  expect(status).toBe(503);
  expect(log).toEqual([refusal]);
  expect(await store.firstValue("currency")).toBe("EUR");
});

it("a caller without a token learns nothing of it, and stores nothing", async () => {
  const { place } = await withLog({ currency: "EUR" });
  expect(
    (await place.call("north", "GET", "/reports", { headers: { authorization: "Bearer x" } })).status,
  ).toBe(401);
  expect(await place.store.firstValue("currency")).toBeUndefined();
});

it("without a setting the stored one holds, and an installation that has none stores US dollars and logs it once", async () => {
  const store = createMemoryStore();
  const first = await withLog({ store });
  const calls = [1, 2, 3].map(() => first.place.call("operator", "GET", "/campaigns"));
  for (const { json } of await Promise.all(calls)) expect(json["currency"]).toBe("USD");
  expect(first.log).toEqual([newDefaultNotice]);
  const second = await withLog({ store });
  expect((await second.place.call("operator", "GET", "/campaigns")).json["currency"]).toBe("USD");
  expect(second.log).toEqual([]);
});

it("64 first calls of instances with different settings agree on one, and the others are refused", async () => {
  const store = createMemoryStore();
  const places: Installation[] = [];
  for (let n = 0; n < 8; n += 1) {
    places.push((await withLog({ store, currency: n % 2 === 0 ? "EUR" : "JPY" })).place);
  }
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, n) => places[n % 8]?.call("operator", "GET", "/campaigns")),
  );
  const named = new Set(
    answers.filter((reply) => reply?.status === 200).map((reply) => reply?.json["currency"]),
  );
  expect([...named]).toEqual([await store.firstValue("currency")]);
  expect(answers.filter((reply) => reply?.status === 503)).toHaveLength(32);
});

it.each(["eur", "EURO", "ABC", "€", " "])(
  "%j is no currency: the log names the setting and an example",
  async (currency) => {
    const { log, place } = await withLog({ currency });
    expect((await place.call("operator", "GET", "/campaigns")).status).toBe(503);
    expect(log).toEqual([
      "HANDBILL_CURRENCY (option currency) must be an ISO 4217 code in capitals, such as EUR.",
    ]);
    expect(await place.store.firstValue("currency")).toBeUndefined();
  },
);

it("an outage of the first call is no answer for ever", async () => {
  const inner = createMemoryStore();
  let isAway = true;
  const store = {
    ...inner,
    firstValue: async (name: string, value?: string) => {
      if (isAway) throw Object.assign(new Error("away"), { outage: true });
      return inner.firstValue(name, value);
    },
  };
  const { place } = await withLog({ store, currency: "EUR" });
  expect((await place.call("operator", "GET", "/campaigns")).status).toBe(503);
  isAway = false;
  expect((await place.call("operator", "GET", "/campaigns")).json["currency"]).toBe("EUR");
});

it("the console names it in every column of amounts, with one number of decimals in each", async () => {
  const { place } = await withLog({ currency: "JPY", console: createConsole() });
  for (const n of [1, 2]) {
    await place.call("operator", "POST", "/campaigns", {
      body: {
        id: `c${n}`,
        advertiser: "A",
        name: `N${n}`,
        priceMicros: n * 10,
        totalBudgetMicros: n * 1_500_000,
      },
    });
  }
  const operator = await signedIn(place.management, operatorToken);
  const { text } = await operator.read("campaigns");
  const cells = [...text.matchAll(/<td class="number">([^<]*)<\/td>/g)].map(([, cell = ""]) => cell);
  expect(text).toContain("CPM (JPY)");
  const prices = cells.filter((_, index) => index % 4 === 1);
  expect(new Set(prices.map((price) => price.split(".")[1]?.length))).toEqual(new Set([5]));
  // Before the first ad the overview has first steps in place of charts.
  const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  await place.store.addCounts([count({ hour, metric: "issued" })]);
  expect((await operator.read("")).text).toContain("Spend (JPY)");
});
