import { expect, it } from "vitest";
import { createMaintenance, type Maintenance } from "../../adapters/sqlite/durable-object/maintenance.ts";
import { type ObjectStorage, toDurableObject } from "../../adapters/sqlite/durable-object/mod.ts";

const [second, hour] = [1_000, 3_600_000];

/** The maintenance of an object at a time, beside an alarm. */
function objectAt(at: number, alarmAt: number | null) {
  const state = { now: at, alarmAt, works: 0, isBroken: false };
  const start = (work: () => Promise<void> = async () => void state.works++): Maintenance =>
    createMaintenance(
      {
        getAlarm: async () => state.alarmAt,
        setAlarm: async (to) => {
          if (state.isBroken) throw new Error("no alarm can be set");
          state.alarmAt = to;
        },
      },
      work,
      {},
      () => state.now,
    );
  return { state, start };
}

it("an object that is called has its alarm in 30 s, whether it had one later or none", async () => {
  for (const before of [null, hour]) {
    const { state, start } = objectAt(0, before);
    await start().used();
    expect(state.alarmAt).toBe(30 * second);
  }
});

it("calls put no alarm off, of an object that was started anew neither", async () => {
  const { state, start } = objectAt(0, 5 * second);
  const { used } = start();
  await used();
  state.now = 4 * second;
  await used();
  await start().used();
  expect(state.alarmAt).toBe(5 * second);
});

it("the alarm comes every 30 s while the object is called, and hourly otherwise", async () => {
  const { state, start } = objectAt(0, null);
  const { used, alarm } = start();
  await used();
  await alarm();
  expect(state.alarmAt).toBe(30 * second);
  await alarm();
  expect(state.alarmAt).toBe(hour);
  await used();
  expect(state.alarmAt).toBe(30 * second);
  expect(state.works).toBe(2);
});

it("an alarm that cannot be set fails no call, and the next call sets it", async () => {
  const { state, start } = objectAt(0, null);
  const { used } = start();
  state.isBroken = true;
  await used();
  expect(state.alarmAt).toBeNull();
  state.isBroken = false;
  await used();
  expect(state.alarmAt).toBe(30 * second);
});

it("an object whose alarm was lost gets another one while it is called", async () => {
  const { state, start } = objectAt(0, null);
  const { used } = start();
  await used();
  state.now = hour;
  await used();
  // It is only late.
  expect(state.alarmAt).toBe(30 * second);
  state.alarmAt = null;
  await used();
  expect(state.alarmAt).toBe(hour + 30 * second);
});

it("work that fails has an alarm after it", async () => {
  const { state, start } = objectAt(0, null);
  const { alarm } = start(() => Promise.reject(new Error("no")));
  await expect(alarm()).rejects.toThrow("no");
  expect(state.alarmAt).toBe(hour);
});

it("an object that serves passes on the client's address, and maintains by its alarm", async () => {
  const calls: unknown[] = [];
  const storage: ObjectStorage = {
    sql: { exec: () => ({ toArray: () => [] }) },
    transaction: (work) => work(),
    getAlarm: async () => null,
    setAlarm: async () => void calls.push("alarm set"),
  };
  const object = toDurableObject(
    {
      fetch: async (_, connection) => {
        calls.push(connection?.clientAddress);
        return new Response("ad");
      },
      maintain: async () => void calls.push("maintained"),
    },
    { storage },
  );
  const headers = { "cf-connecting-ip": "192.0.2.7" };
  expect(await (await object.fetch(new Request("https://hb.example", { headers }))).text()).toBe("ad");
  await object.alarm();
  expect(calls).toEqual(["alarm set", "192.0.2.7", "alarm set", "maintained"]);
});
