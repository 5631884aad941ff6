import { describe, expect, it } from "vitest";
import { isOutage } from "../../core/outage.ts";
import { createBatcher, maxHanging } from "../../core/storage/batcher.ts";
import { createDeadlines } from "../../core/timing/deadlines.ts";
import { settled, stateOf } from "../core/settled.ts";
import { heldTimer } from "./held-timer.ts";

const timeoutMs = 1_000;

interface Call {
  readonly items: readonly string[];
  readonly answer: () => void;
  readonly fail: (error: Error) => void;
}

/** A batcher of at most two items a batch, over a store that answers when the test says so. */
function hangingStore(maxWaiting = 100) {
  const held = heldTimer();
  const deadlines = createDeadlines({ subject: "The store", timeoutMs: () => timeoutMs, ...held });
  const calls: Call[] = [];
  const batcher = createBatcher<string, string>({
    run: (items) =>
      new Promise((resolve, reject) => {
        calls.push({ items, answer: () => resolve(items.map((item) => `${item} stored`)), fail: reject });
      }),
    identity: (item) => item,
    repeated: (first) => first,
    maxBatch: 2,
    maxWaiting,
    deadlines,
  });
  const submit = async (...items: readonly string[]) => {
    const promises = items.map((item) => batcher.submit(item).catch((error: unknown) => failureOf(error)));
    await settled();
    return promises;
  };
  return { ...held, deadlines, calls, batcher, submit };
}

function failureOf(error: unknown): string {
  return error instanceof Error && isOutage(error)
    ? `outage: ${error.message}`
    : `no outage: ${String(error)}`;
}

const late = `outage: The store did not answer within ${timeoutMs} ms.`;

describe("a batch that does not return in time", () => {
  it("is given up: its items are rejected with an outage, and the next batch leaves beside it", async () => {
    const { submit, pass, calls, batcher } = hangingStore();
    const items = await submit("a", "b", "c");
    pass(timeoutMs * 0.9);
    expect(await stateOf(Promise.race(items))).toBe("pending");
    const [later] = await submit("d");
    pass(timeoutMs * 0.1);
    expect(await Promise.all(items)).toEqual([late, late, late]);
    await settled();
    // c waited as long as a and b: it was never sent. d has time left.
    expect(calls.map((call) => call.items)).toEqual([["a", "b"], ["d"]]);
    expect(batcher.hanging()).toBe(1);
    calls[1]?.answer();
    expect(await later).toBe("d stored");
  });

  it("may still answer: that is dropped, and nothing of it is sent again", async () => {
    const { submit, pass, calls, batcher } = hangingStore();
    const items = await submit("a", "b");
    pass(timeoutMs);
    calls[0]?.answer();
    await settled();
    expect(await Promise.all(items)).toEqual([late, late]);
    expect(batcher.hanging()).toBe(0);
    const [other] = await submit("e", "f");
    pass(timeoutMs);
    // Not an outage: else it would be halved and sent again.
    calls[1]?.fail(new Error("bad item"));
    await settled();
    expect(await other).toBe(late);
    expect(calls).toHaveLength(2);
  });

  it("does not hold up draining", async () => {
    const { submit, pass, batcher } = hangingStore();
    await submit("a");
    const drained = batcher.drained();
    expect(await stateOf(drained)).toBe("pending");
    pass(timeoutMs);
    expect(await stateOf(drained)).toEqual({ value: undefined });
  });
});

describe("a store that answers nothing any more", () => {
  async function allHanging() {
    const world = hangingStore();
    for (let n = 0; n < maxHanging; n += 1) {
      await world.submit(`${n}`);
      world.pass(timeoutMs);
    }
    await settled();
    return world;
  }

  it(`has at most ${maxHanging} hanging batches; later items are refused at once and not sent`, async () => {
    const { submit, calls, batcher, pending, pass } = await allHanging();
    expect(batcher.hanging()).toBe(maxHanging);
    const refused = await submit(...Array.from({ length: 50 }, (_, n) => `more ${n}`));
    expect(new Set(await Promise.all(refused))).toEqual(
      new Set([`outage: The store has not answered the last ${maxHanging} batches.`]),
    );
    expect(calls).toHaveLength(maxHanging);
    await batcher.drained();
    pass(timeoutMs);
    expect(pending()).toBe(0);
  });

  it("refuses also waiting items when the last of them is given up", async () => {
    const { submit, pass, calls } = hangingStore();
    for (let n = 0; n < maxHanging - 1; n += 1) {
      await submit(`${n}`);
      pass(timeoutMs);
      await settled();
    }
    await submit("last");
    pass(timeoutMs / 2);
    const waiting = await submit("w1", "w2", "w3");
    pass(timeoutMs / 2);
    expect(await stateOf(Promise.all(waiting))).not.toBe("pending");
    expect(calls).toHaveLength(maxHanging);
  });

  it("gets items again as soon as one of them returns, whether it succeeds or fails", async () => {
    for (const end of ["answer", "fail"] as const) {
      const { submit, calls } = await allHanging();
      calls[1]?.[end](new Error("gone"));
      await settled();
      const [item] = await submit("back");
      calls.at(-1)?.answer();
      expect(await item).toBe("back stored");
    }
  });
});

describe("time", () => {
  it("counts from the moment when an item comes, not from when it leaves", async () => {
    const { submit, pass, calls } = hangingStore();
    await submit("a", "b");
    pass(500);
    const [c] = await submit("c");
    pass(300);
    calls[0]?.answer();
    await settled();
    expect(calls[1]?.items).toEqual(["c"]);
    pass(699);
    expect(await stateOf(c ?? Promise.reject())).toBe("pending");
    pass(1);
    expect(await c).toBe(late);
  });

  it("is over after 95 to 100 % of the timeout, whenever an item comes", async () => {
    for (const start of [0, 1, 24, 25, 26, 49, 50, 51]) {
      const { submit, pass } = hangingStore();
      await submit("before");
      pass(start);
      const [item] = await submit("item");
      pass(timeoutMs * 0.95 - 1);
      expect(await stateOf(item ?? Promise.reject())).toBe("pending");
      pass(timeoutMs * 0.05 + 1);
      expect(await stateOf(item ?? Promise.reject())).toEqual({ value: late });
    }
  });

  it("costs one timer for any number of items, and none once there is nothing to wait for", async () => {
    const { submit, pass, pending, calls, deadlines } = hangingStore(10_000);
    const items = await submit(...Array.from({ length: 5_000 }, (_, n) => `${n}`));
    expect(pending()).toBe(1);
    for (let n = 0; n < items.length / 2; n += 1) {
      calls[n]?.answer();
      await settled();
    }
    await Promise.all(items);
    deadlines.releaseTimer();
    expect(pending()).toBe(0);
    await submit("again");
    calls.at(-1)?.answer();
    await settled();
    pass(timeoutMs);
    expect(pending()).toBe(0);
  });

  it("is over for everything at once when a caller stops waiting", async () => {
    const { submit, deadlines, batcher } = hangingStore();
    const items = await submit("a", "b", "c", "d", "e");
    const read = deadlines.within(new Promise(() => {}));
    deadlines.missAll();
    expect(await Promise.all(items)).toEqual([late, late, late, late, late]);
    await expect(read).rejects.toMatchObject({ outage: true });
    await batcher.drained();
    expect(batcher.hanging()).toBe(1);
  });
});
