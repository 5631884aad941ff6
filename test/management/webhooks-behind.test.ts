/** Webhooks get their messages without calls of `management.maintain`. */
import { afterEach, expect, test, vi } from "vitest";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { createHandbill, type Handbill } from "../../core/handbill.ts";
import { systemRandom } from "../../core/signing/random.ts";
import { baseUrl, type Installation, install, operatorToken, secret } from "./installation.ts";

afterEach(() => vi.useRealTimers());

interface Listening extends Installation {
  readonly handbill: Handbill;
  readonly clock: { at: number };
  /** The types of the messages that the operator's webhook got. */
  readonly heard: string[];
}

const events = ["api_key.created", "budget.80_percent", "budget.exhausted"];

async function listen(isAlone = false): Promise<Listening> {
  const clock = { at: Date.parse("2026-03-10T12:00:00Z") };
  const now = () => clock.at;
  const store = createMemoryStore({ clock: now });
  const handbill = createHandbill({ store, baseUrl, secrets: [secret], clock: now, log: () => {} });
  const heard: string[] = [];
  const place = await install({
    store,
    ...(isAlone ? { handbill: undefined } : { handbill }),
    clock: now,
    random: systemRandom,
    webhookFetch: async (_url, { body }) => {
      const { type }: { type: string } = JSON.parse(String(body));
      heard.push(type);
      return new Response("");
    },
    webhookAddresses: { resolveHost: async () => ["93.184.216.34"] },
  });
  const body = { url: "https://listener.example/hook", events };
  expect((await place.call("operator", "POST", "/webhooks", { body })).status).toBe(201);
  return { ...place, handbill, clock, heard };
}

const newKey = { body: { publisherId: "north", mode: "live", label: "new" } };

async function spendBudget({ handbill, clock, call, keys }: Listening): Promise<void> {
  const budget = { advertiser: "Wheels", name: "Bikes", priceMicros: 3_000, totalBudgetMicros: 3_000 };
  await call("operator", "PUT", "/campaigns/wheels-bikes", { body: budget, headers: { "if-match": "*" } });
  clock.at += 2_000;
  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${keys.live}` };
    const sent = JSON.stringify({ platform_id: "pf_north", stable_user_id: "u", ...body });
    const request = new Request(`${baseUrl}/api/v1/web/${path}`, { method: "POST", headers, body: sent });
    return (await handbill.fetch(request)).json();
  };
  const { delivery_id, view } = Object((await post("ads", {}))["ad"]);
  clock.at += 1_000;
  expect(await post("seen", { delivery_id, view })).toEqual({ ok: true });
}

test("the maintenance of the handbill that was passed to createManagement delivers them", async () => {
  const place = await listen();
  await spendBudget(place);
  await place.handbill.maintain();
  expect(place.heard.sort()).toEqual(["budget.80_percent", "budget.exhausted"]);
});

test("a process without maintenance delivers them half a minute after its last request", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const place = await listen();
  await spendBudget(place);
  for (let seconds = 0; seconds < 40; seconds += 5) {
    place.clock.at += 5_000;
    await vi.advanceTimersByTimeAsync(5_000);
  }
  expect(place.heard.sort()).toEqual(["budget.80_percent", "budget.exhausted"]);
  await place.handbill.close();
});

test("so does one with management alone", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const place = await listen(true);
  expect((await place.call("operator", "POST", "/keys", newKey)).status).toBe(201);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(place.heard).toEqual(["api_key.created"]);
});

test("where the platform stops a function after its answer, the change that it made is delivered by its waitUntil", async () => {
  const place = await listen();
  const work: Promise<void>[] = [];
  const response = await place.management.fetch(
    new Request(`${baseUrl}/api/v1/manage/keys`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${operatorToken}`,
      },
      body: JSON.stringify(newKey.body),
    }),
    { waitUntil: (promise) => void work.push(promise) },
  );
  expect(response.status).toBe(201);
  await Promise.all(work);
  expect(place.heard).toEqual(["api_key.created"]);
});
