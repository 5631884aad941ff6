import { expect, test } from "vitest";
import { playMany } from "./many.ts";

const histories = 2_500;

test("many simulated histories keep every promise", async () => {
  // Seeds that no other test plays.
  const seeds = Array.from({ length: histories }, (_, index) => 1_000_000 + index);
  const played = await playMany(seeds);
  expect(played.broken?.promise.message).toBeUndefined();
  expect(played.histories).toBe(histories);
  expect(played.steps).toBeGreaterThanOrEqual(50 * histories);
});
