import type { Buffer } from "node:buffer";
import process from "node:process";
import { createPrng } from "../../conformance/prng.ts";
import { type Client, openClient } from "../load/client.ts";

/** Requests that come whether or not those before them were answered, as people do. */
export interface OpenLoopJob {
  readonly port: number;
  readonly perSecond: number;
  readonly milliseconds: number;
  /** Kept alive, with one request at a time. A request for which none is free is not sent, and counts as one that was of no use. */
  readonly connections: number;
  /** A later answer is of no use. */
  readonly usefulWithinMs: number;
  readonly seed: number;
}

/** Times are milliseconds from the moment when a request was due, whenever it was sent: nothing is left out of them. */
export interface OpenLoopFigures {
  readonly seconds: number;
  readonly due: number;
  /** For want of a connection. */
  readonly unsent: number;
  /** How late requests were sent. */
  readonly lagP99: number;
  /** Processor seconds of this process per second of the run. */
  readonly cores: number;
  /** 200 in time. */
  readonly useful: number;
  readonly accepted: number;
  readonly acceptedP50: number;
  readonly acceptedP99: number;
  readonly refused: number;
  readonly refusedP50: number;
  readonly refusedP99: number;
  /** Neither 200 nor 503, or nothing at all. */
  readonly failed: number;
}

/** The longest wait for open requests after the run. */
const patienceMs = 3_000;
const tickMs = 1;

export async function runOpenLoop(
  job: OpenLoopJob,
  nextRequest: () => Buffer | undefined,
): Promise<OpenLoopFigures> {
  const prng = createPrng(job.seed);
  const accepted: number[] = [];
  const refused: number[] = [];
  const lags: number[] = [];
  let failed = 0;
  let unsent = 0;
  let due = 0;
  const idle: Lane[] = [];
  const lanes: Lane[] = [];
  let open = 0;

  const openLane = async (): Promise<void> => {
    const lane: Lane = {
      dueAt: 0,
      client: await openClient(
        job.port,
        (status) => {
          const took = performance.now() - lane.dueAt;
          open -= 1;
          if (status === 200) accepted.push(took);
          else if (status === 503) refused.push(took);
          else failed += 1;
          idle.push(lane);
        },
        () => {
          // A connection that is lost is not used again.
          failed += 1;
          open -= 1;
        },
      ),
    };
    lanes.push(lane);
    idle.push(lane);
  };
  for (let n = 0; n < job.connections; n += 100) {
    await Promise.all(Array.from({ length: Math.min(100, job.connections - n) }, openLane));
  }

  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const gap = (): number => (-Math.log(1 - prng.below(2 ** 32) / 2 ** 32) * 1_000) / job.perSecond;
  let nextAt = startedAt + gap();
  const end = startedAt + job.milliseconds;
  await new Promise<void>((resolve) => {
    const tick = (): void => {
      const now = performance.now();
      while (nextAt <= now && nextAt < end) {
        due += 1;
        const lane = idle.pop();
        const request = nextRequest();
        if (lane === undefined || request === undefined) unsent += 1;
        else {
          lags.push(performance.now() - nextAt);
          lane.dueAt = nextAt;
          open += 1;
          lane.client.send(request);
        }
        nextAt += gap();
      }
      if (nextAt < end) setTimeout(tick, tickMs);
      else resolve();
    };
    tick();
  });
  const seconds = (performance.now() - startedAt) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  for (let waited = 0; open > 0 && waited < patienceMs; waited += 50) await pause(50);
  for (const { client } of lanes) client.close();
  return {
    seconds,
    due,
    unsent,
    lagP99: quantile(lags, 0.99),
    cores: (user + system) / 1e6 / seconds,
    useful: accepted.filter((took) => took <= job.usefulWithinMs).length,
    accepted: accepted.length,
    acceptedP50: quantile(accepted, 0.5),
    acceptedP99: quantile(accepted, 0.99),
    refused: refused.length,
    refusedP50: quantile(refused, 0.5),
    refusedP99: quantile(refused, 0.99),
    failed: failed + Math.max(0, open),
  };
}

interface Lane {
  readonly client: Client;
  dueAt: number;
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
