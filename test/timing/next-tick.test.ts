import { setImmediate } from "node:timers";
import { describe, expect, it } from "vitest";
import { createNextTick } from "../../core/timing/next-tick.ts";

/** More than any turn begins. */
const many = 20_001;

describe("the work that begins in a turn of the event loop", () => {
  it("is bounded: the rest begins in later turns, in order, and other due work runs between them", async () => {
    const nextTick = createNextTick();
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const order: number[] = [];
    const turnOf: number[] = [];
    await Promise.all(
      Array.from({ length: many }, async (_, index) => {
        await nextTick();
        order.push(index);
        turnOf.push(turns);
      }),
    );
    isOver = true;
    expect(order).toEqual(Array.from({ length: many }, (_, index) => index));
    expect(new Set(turnOf).size).toBeGreaterThan(2);
  });
});
