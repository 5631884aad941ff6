import { expect, test } from "vitest";
import { retryDelay } from "../../../../core/management/webhooks/retry-schedule.ts";

const minute = 60_000;
const hour = 60 * minute;
const schedule = [
  5_000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

test("after each of nine failed attempts a message waits as Standard Webhooks says, and is given up after the tenth", () => {
  const waits: (number | undefined)[] = [];
  let age = 0;
  for (let attempt = 1; attempt <= 10; attempt++) {
    const wait = retryDelay(attempt, age, () => 0);
    waits.push(wait);
    age += wait ?? 0;
  }
  expect(waits).toEqual([...schedule, undefined]);
});

test("jitter makes a wait up to a tenth longer, never shorter", () => {
  expect(retryDelay(1, 0, () => 0.5)).toBe(5_250);
  expect(retryDelay(2, 6_000, () => 0.999_999)).toBe(5.5 * minute);
});

test("unused claims do not use up the attempts", () => {
  expect(retryDelay(40, 0, () => 0)).toBe(5_000);
  expect(retryDelay(40, 10 * minute, () => 0)).toBe(30 * minute);
});

test("a message that waited through an outage of days is still tried ten times", () => {
  expect(retryDelay(1, 400 * hour, () => 0)).toBe(5_000);
  expect(retryDelay(9, 400 * hour, () => 0)).toBe(24 * hour);
  expect(retryDelay(10, 400 * hour, () => 0)).toBeUndefined();
});
