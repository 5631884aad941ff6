import type { Draw } from "../../selection/tie-sampling.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** How long after an attempt that failed comes the next: the schedule of Standard Webhooks, ten attempts in all. */
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

/** Up to this share is added, so that what failed together does not come back together. */
const maxJitter = 0.1;

/**
 * Milliseconds until the next attempt, `undefined` when it is time to give up. A message is as far in the schedule as
 * both its claims and its age say: claims are also counted when nobody got to post it, and time passes when nobody runs.
 */
export function retryDelay(attempts: number, ageMs: number, draw: Draw): number | undefined {
  let dueAgeMs = 0;
  for (const [index, delayMs] of delaysMs.entries()) {
    dueAgeMs += delayMs;
    if (attempts <= index + 1 || ageMs < dueAgeMs) return Math.round(delayMs * (1 + draw() * maxJitter));
  }
  return undefined;
}
