import type { Buffer } from "node:buffer";
import { type Client, openClient } from "./client.ts";

/** Where the requests of a run come from. */
export interface Source {
  /** `undefined`: there are no more. */
  readonly next: () => Buffer | undefined;
  /** Looks at the 200 answer to a request. */
  readonly answered?: (request: Buffer, body: Buffer) => void;
}

export interface LoadJob {
  readonly port: number;
  readonly connections: number;
  /** After it no new request is sent. */
  readonly milliseconds: number;
  /**
   * Never waits for the kernel, and so takes a whole core: otherwise the faster of two servers would have the
   * generator awake, and the slower one would pay for waking it with every answer (20 µs of CPU in a virtual machine).
   */
  readonly awake: boolean;
}

export interface LoadFigures {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

interface Lane {
  readonly client: Client;
  request?: Buffer | undefined;
  sentAt: number;
}

/**
 * Drives a server in a closed loop: each connection sends its next request when it has the answer. Any answer but
 * 200 ends the run.
 */
export async function runLoad(job: LoadJob, source: Source): Promise<LoadFigures> {
  const latencies: number[] = [];
  let end = 0;
  let finish = (): void => {};
  let fail: (error: Error) => void = () => {};
  const finished = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  let busy = job.connections;

  const sendNext = (lane: Lane): void => {
    lane.sentAt = performance.now();
    lane.request = lane.sentAt < end ? source.next() : undefined;
    if (lane.request !== undefined) {
      lane.client.send(lane.request);
      return;
    }
    busy -= 1;
    if (busy === 0) finish();
  };
  const openLane = async (): Promise<Lane> => {
    const answered = (status: number, body: Buffer): void => {
      if (status !== 200) {
        fail(new Error(`The server answered ${status}: ${body.toString()}`));
        return;
      }
      latencies.push(performance.now() - lane.sentAt);
      if (lane.request !== undefined) source.answered?.(lane.request, body);
      sendNext(lane);
    };
    const client = await openClient(job.port, answered, fail);
    const lane: Lane = { client, sentAt: 0 };
    return lane;
  };

  const stayAwake = (): void => {
    if (end > 0) setImmediate(stayAwake);
  };

  const lanes = await Promise.all(Array.from({ length: job.connections }, openLane));
  const startedAt = performance.now();
  end = startedAt + job.milliseconds;
  try {
    for (const lane of lanes) sendNext(lane);
    if (job.awake) stayAwake();
    await finished;
  } finally {
    end = 0;
    for (const { client } of lanes) client.close();
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  const sorted = Float64Array.from(latencies).sort();
  return { requests: sorted.length, seconds, p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

function quantile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
