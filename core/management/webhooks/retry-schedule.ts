import type { Draw } from "../../selection/tie-sampling.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** The delays between attempts: the schedule of Standard Webhooks, ten attempts in total. */
const delaysMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** The maximum jitter, so that messages that failed together are not retried together. */
const maxJitter = 0.1;

/**
 * Milliseconds until the next attempt; `undefined`: give up. The position in the schedule follows both the claims and
 * the age of a message, because claims count even without a post, and time passes even without a run.
 */
export function retryDelay(attempts: number, ageMs: number, draw: Draw): number | undefined {
  let dueAgeMs = 0;
  for (const [index, delayMs] of delaysMs.entries()) {
    dueAgeMs += delayMs;
    if (attempts <= index + 1 || ageMs < dueAgeMs) return Math.round(delayMs * (1 + draw() * maxJitter));
  }
  return undefined;
}
