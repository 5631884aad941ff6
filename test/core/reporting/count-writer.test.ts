import { expect, it } from "vitest";
import { createCountWriter } from "../../../core/reporting/count-writer.ts";
import { createCounter } from "../../../core/reporting/counter.ts";
import type { Count } from "../../../core/storage/counts.ts";
import { quietNoon } from "../../conformance/clock.ts";
import { settled } from "../settled.ts";

const clock = (): number => quietNoon;

function openWriter(addCounts: (counts: readonly Count[]) => Promise<void>) {
  const counter = createCounter(clock);
  const within = <T>(work: Promise<T>): Promise<T> => work;
  const writer = createCountWriter({ counter, store: { addCounts }, within, clock, log: () => {} });
  return { counter, writer };
}

it("there is one write at a time, also for a call in the moment in which one ends and the next has not begun", async () => {
  const ends: (() => void)[] = [];
  let underWay = 0;
  const { counter, writer } = openWriter(async () => {
    underWay += 1;
    expect(underWay).toBe(1);
    await new Promise<void>((resolve) => ends.push(resolve));
    underWay -= 1;
  });
  counter.add({ metric: "request" });
  const first = writer.write();
  counter.add({ metric: "seen" });
  const second = writer.write();
  const third = first.then(() => {
    counter.add({ metric: "click" });
    return writer.write();
  });
  for (let n = 0; n < 3; n++) {
    ends[n]?.();
    await settled();
  }
  await Promise.all([first, second, third]);
  expect(ends).toHaveLength(2);
});

it("lines of a store that throws at once are in the counter again", async () => {
  const { counter, writer } = openWriter(() => {
    throw new TypeError("broken");
  });
  counter.add({ metric: "request" });
  await expect(writer.write()).rejects.toThrow("broken");
  expect(counter.take()).toMatchObject([{ metric: "request", n: 1 }]);
});

it("of 1,300 lines of which the second batch fails each is stored once in the end", async () => {
  const stored = new Map<string, number>();
  let calls = 0;
  const { counter, writer } = openWriter(async (counts) => {
    calls += 1;
    if (calls === 2) throw new Error("away");
    for (const { creativeId, n } of counts) stored.set(creativeId, (stored.get(creativeId) ?? 0) + n);
  });
  for (let n = 0; n < 1_300; n++) counter.add({ metric: "issued", creativeId: `c${n}` });
  await expect(writer.write()).rejects.toThrow("away");
  await writer.write();
  expect([stored.size, new Set(stored.values())]).toEqual([1_300, new Set([1])]);
});
