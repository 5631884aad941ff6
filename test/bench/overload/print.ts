import { table } from "../print.ts";
import type { OverloadFigures } from "./measure.ts";
import type { RefusalFigures } from "./refusals.ts";

/** The goals, as adapters/README.md states them. */
const leastUseful = new Map([
  [2, 0.6],
  [4, 0.4],
]);

export function printOverload(
  found: readonly OverloadFigures[],
  refusals: RefusalFigures | undefined,
): string {
  const refused =
    refusals === undefined
      ? ""
      : `A refusal: ${refusals.ours.toFixed(1)} µs of CPU, a bare server's 503: ${refusals.bare.toFixed(1)} µs, ratio ${(refusals.ours / refusals.bare).toFixed(2)} (goal ≤ 1.5)\n`;
  return found.map(printOne).join("\n") + refused;
}

function printOne({ name, capacity, rounds, usefulAfter, before, after }: OverloadFigures): string {
  const head = [
    "offered",
    "requests/s",
    "useful/capacity",
    "goal",
    "accepted p50 ms",
    "p99",
    "refused p50 ms",
    "p99",
    "p99 in the server",
    "/livez p95 ms",
    "p99",
    "peak RSS MB",
    "no connection",
    "cores: server",
    "generator",
    "all",
    "counts",
  ];
  const rows = rounds.map((round) => [
    `${round.times} ×`,
    round.perSecond.toFixed(0),
    round.usefulShare.toFixed(2),
    leastUseful.has(round.times) ? `≥ ${leastUseful.get(round.times)}` : "",
    round.acceptedP50.toFixed(0),
    round.acceptedP99.toFixed(0),
    round.refusedP50.toFixed(0),
    round.refusedP99.toFixed(0),
    round.serverRefusedP99.toFixed(1),
    round.livez.p95.toFixed(0),
    round.livez.p99.toFixed(0),
    megabytes(round.peakRssBytes),
    `${((100 * round.unsent) / round.due).toFixed(0)} %`,
    round.serverCores.toFixed(2),
    round.cores.toFixed(2),
    round.machineCores.toFixed(2),
    round.keptUp ? "yes" : `no: the generator was late by ${round.lagP99.toFixed(0)} ms`,
  ]);
  const memory = `RSS ${megabytes(before.rssBytes)} MB before, ${megabytes(after.rssBytes)} after; heap ${megabytes(before.heapBytes)} and ${megabytes(after.heapBytes)} MB after a collection`;
  return `${name}: ${capacity.toFixed(0)} ads/s in a closed loop\n${table([head, ...rows])}  ${memory}\n  a second later half of the capacity is offered: ${(usefulAfter * 100).toFixed(1)} % useful\n`;
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0);
}
