import { expect, test } from "vitest";
import type { EpochMs } from "../../../../core/timing/clock.ts";
import { trafficOf } from "../quality-traffic.ts";
import { createInstallation, type Installation, webhook } from "./scenery.ts";

const hourMs = 3_600_000;
const event = "platform.stands_out";
const accept = async (): Promise<{ status: number; body: null }> => ({ status: 200, body: null });

/** An hour of four platforms, the last of which has these clicks. */
function addHour({ store }: Installation, hour: EpochMs, clicks: number): void {
  for (const platformId of ["pf_a", "pf_b", "pf_c"]) store.counts.add(trafficOf({ platformId, hour }));
  store.counts.add(trafficOf({ publisherId: "pub_odd", platformId: "pf_odd", hour, clicks }));
}

/** Two days of hours, the newest last; each has the clicks of the odd platform. */
function addHours(place: Installation, clicks: readonly number[]): void {
  const end = Math.floor(place.clock.now() / hourMs) * hourMs;
  for (const [index, n] of clicks.entries()) addHour(place, end - (clicks.length - index) * hourMs, n);
  place.clock.advance(600_000);
}

function told({ store }: Installation): unknown[] {
  return [...store.messages.values()].map(({ payload }): unknown => JSON.parse(payload));
}

const calm = Array.from({ length: 30 }, () => 6);

test("a platform that begins to stand out is told once, by instances that race and by later ones", async () => {
  const place = createInstallation();
  await place.store.putWebhook(webhook({ events: [event] }));
  addHours(place, [...calm, 6, 500, 500]);
  const [one, two] = [place.instance({ fetch: accept }), place.instance({ fetch: accept })];
  await Promise.all([one.run(), two.run()]);
  const end = Math.floor(place.clock.now() / hourMs) * hourMs;
  expect(told(place)).toEqual([
    {
      type: event,
      timestamp: new Date(end - hourMs).toISOString(),
      data: {
        platform_id: "pf_odd",
        publisher_id: "pub_odd",
        sentences: ["Clicks per view are 4.4 times the median of this installation."],
      },
    },
  ]);
  for (let hour = 0; hour < 5; hour++) {
    addHour(place, end + hour * hourMs, 500);
    place.clock.advance(hourMs);
    await one.run();
    await place.instance({ fetch: accept }).run();
  }
  expect(told(place)).toHaveLength(1);
});

test("a platform is told again only after it had stopped", async () => {
  const place = createInstallation();
  await place.store.putWebhook(webhook({ events: [event] }));
  addHours(place, [...calm, 500]);
  const runner = place.instance({ fetch: accept });
  const next = async (clicks: number): Promise<number> => {
    addHour(place, Math.floor(place.clock.now() / hourMs) * hourMs, clicks);
    place.clock.advance(hourMs);
    await runner.run();
    return told(place).length;
  };
  await runner.run();
  expect(told(place)).toHaveLength(1);
  for (let hour = 0; hour < 23; hour++) expect(await next(6)).toBe(1);
  // The hour with the clicks is now older than a day.
  expect(await next(6)).toBe(1);
  expect(await next(500)).toBe(2);
  expect(await next(500)).toBe(2);
});

test("a platform that has stood out for more than a day tells a new instance nothing", async () => {
  const place = createInstallation();
  await place.store.putWebhook(webhook({ events: [event] }));
  addHours(
    place,
    Array.from({ length: 60 }, () => 500),
  );
  await place.instance({ fetch: accept }).run();
  expect(told(place)).toEqual([]);
});

test("an hour is judged once, ten minutes after its end", async () => {
  const place = createInstallation();
  await place.store.putWebhook(webhook({ events: [event] }));
  const ranges: number[] = [];
  const store = {
    ...place.store,
    readCounts: (query: Parameters<typeof place.store.readCounts>[0]) => {
      ranges.push(query.to);
      return place.store.readCounts(query);
    },
  };
  const start = Math.floor(place.clock.now() / hourMs) * hourMs;
  const runner = place.instance({ store, fetch: accept });
  place.clock.advance(start + hourMs + 599_999 - place.clock.now());
  await runner.run();
  await runner.run();
  expect(ranges).toEqual([start]);
  place.clock.advance(1);
  await runner.run();
  expect(ranges).toEqual([start, start + hourMs]);
});

test("only the operator's webhooks are told, and only those that subscribe", async () => {
  const place = createInstallation();
  await place.store.putWebhook(webhook({ id: "wh_operator", events: [event] }));
  await place.store.putWebhook(webhook({ id: "wh_other", events: ["budget.exhausted"] }));
  await place.store.putWebhook(webhook({ id: "wh_odd", publisherId: "pub_odd", events: [event] }));
  addHours(place, [...calm, 500]);
  await place.instance({ fetch: accept }).run();
  expect([...place.store.messages.values()].map(({ webhookId }) => webhookId)).toEqual(["wh_operator"]);
});

test("without an operator's webhook for it no statistics are read", async () => {
  const place = createInstallation();
  await place.store.putWebhook(webhook({ events: ["budget.exhausted"] }));
  await place.store.putWebhook(webhook({ id: "wh_odd", publisherId: "pub_odd", events: [event] }));
  const readCounts = (): never => {
    throw new Error("It was read.");
  };
  await place.instance({ store: { ...place.store, readCounts }, fetch: accept }).run();
});

test("a failed run is repeated", async () => {
  const place = createInstallation();
  await place.store.putWebhook(webhook({ events: [event] }));
  addHours(place, [...calm, 500]);
  let isAway = true;
  const store = {
    ...place.store,
    addWebhookMessages: async (messages: Parameters<typeof place.store.addWebhookMessages>[0]) => {
      if (isAway) throw new Error("The store is away.");
      return place.store.addWebhookMessages(messages);
    },
  };
  const runner = place.instance({ store, fetch: accept });
  await expect(runner.run()).rejects.toThrow("The store is away.");
  isAway = false;
  await runner.run();
  expect(told(place)).toHaveLength(1);
});
