import { describe, expect, it } from "vitest";
import { createDeadlines, type TimedOut } from "../../core/timing/deadlines.ts";
import { heldTimer } from "../faults/held-timer.ts";

const timeoutMs = 5_000;

describe("deadlines of five seconds", () => {
  it("are reported after 95 to 100 % of the time while the event loop turns", () => {
    const { timer, stopwatch, pass } = heldTimer();
    const deadlines = createDeadlines({ subject: "The store", timeoutMs: () => timeoutMs, timer, stopwatch });
    const told: number[] = [];
    for (let n = 0; n < 40; n += 1) {
      const begun = stopwatch();
      deadlines.start(() => told.push(stopwatch() - begun));
      pass(37);
    }
    pass(2 * timeoutMs);
    expect(told).toHaveLength(40);
    expect(Math.min(...told)).toBeGreaterThanOrEqual(0.95 * timeoutMs);
    expect(Math.max(...told)).toBeLessThanOrEqual(timeoutMs);
  });

  it("are reported at the end of the turn in which they are over, where turns take half a second", () => {
    const turnMs = 500;
    let now = 0;
    let due: (() => void) | undefined;
    const deadlines = createDeadlines({
      subject: "The store",
      timeoutMs: () => timeoutMs,
      stopwatch: () => now,
      // As an event loop that is held up: however short the time, the timer fires when the turn is over.
      timer: (_, then) => {
        due = then;
        return () => {
          due = undefined;
        };
      },
    });
    const errors: TimedOut[] = [];
    deadlines.start((error) => errors.push(error));
    for (let turn = 1; errors.length === 0 && turn < 100; turn += 1) {
      now = turn * turnMs;
      const fire = due;
      due = undefined;
      fire?.();
    }
    expect(now).toBeLessThanOrEqual(timeoutMs);
    expect(errors.map(String)).toEqual(["TimedOut: The store did not answer within 5000 ms."]);
  });
});
