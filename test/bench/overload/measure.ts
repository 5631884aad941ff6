import { cpus } from "node:os";
import type { LoadGenerator } from "../load/load-generator.ts";
import type { BenchProcess } from "../processes/start-process.ts";
import type { Usage } from "../processes/usage.ts";
import type { BenchServer } from "../servers/bench-server.ts";
import { type HealthTimes, probeHealth } from "./health.ts";
import type { OpenLoopFigures, OpenLoopJob } from "./open-loop.ts";

export interface OverloadContext {
  readonly load: LoadGenerator;
  readonly generator: BenchProcess;
  /** Multiplies the length of rounds. */
  readonly scale: number;
  readonly progress: (line: string) => void;
}

/** One rate that was offered. */
export interface OverloadRound extends OpenLoopFigures {
  /** Times the capacity. */
  readonly times: number;
  readonly perSecond: number;
  /** Useful answers a second, beside the capacity. */
  readonly usefulShare: number;
  readonly livez: HealthTimes;
  /** As the server measured it. */
  readonly serverRefusedP99: number;
  readonly keptUp: boolean;
  readonly peakRssBytes: number;
  /** Processor seconds per second: of the server, and of the whole machine with the generator and the database. */
  readonly serverCores: number;
  readonly machineCores: number;
}

export interface OverloadFigures {
  readonly name: string;
  readonly capacity: number;
  readonly rounds: readonly OverloadRound[];
  /** Of half the capacity, offered a second after the last round: the share that was useful. */
  readonly usefulAfter: number;
  /** Each after a collection of garbage. */
  readonly before: Usage;
  readonly after: Usage;
}

/** The longest useful time of an answer: later, the page has been read. */
const usefulWithinMs = 800;
/** The largest lag of the load generator: past it, requests came in bursts that were not offered. */
const tolerableLagMs = 50;
/** The better of the two is the capacity: with few connections a slow database waits for requests. */
const capacityConnections = [128, 512];
/** More than requests can be open at a time: those that are answered late or never included. */
const connections = 4_000;
const seed = 20_261_122;

export async function measureOverload(
  name: string,
  server: BenchServer,
  context: OverloadContext,
): Promise<OverloadFigures> {
  const { load, scale, progress } = context;
  await load.prepare({ kind: "ads" });
  let capacity = 0;
  for (const connections of capacityConnections) {
    const closed = { port: server.port, connections, awake: false, milliseconds: 5_000 * scale };
    await load.run(closed);
    const { requests, seconds } = await load.run(closed);
    capacity = Math.max(capacity, requests / seconds);
  }
  progress(`${name}: ${capacity.toFixed(0)}/s`);
  const before = await server.collected();
  const rounds: OverloadRound[] = [];
  for (const times of [1, 2, 4]) {
    const round = await offer(server, context, times, capacity);
    rounds.push(round);
    progress(
      `${name}, ${times} times: useful ${(round.usefulShare * 100).toFixed(0)} %${round.keptUp ? "" : ", the generator fell behind"}`,
    );
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const again = await ask(context.generator, job(server, capacity / 2, 2_000));
  return {
    name,
    capacity,
    rounds,
    usefulAfter: again.useful / again.due,
    before,
    after: await server.collected(),
  };
}

async function offer(
  server: BenchServer,
  { generator, scale }: OverloadContext,
  times: number,
  capacity: number,
): Promise<OverloadRound> {
  const health = probeHealth(server.url);
  const perSecond = capacity * times;
  const before = await server.usage();
  const [busyBefore, startedAt] = [busyMs(), performance.now()];
  const figures = await ask(generator, job(server, perSecond, 8_000 * scale));
  const machineCores = (busyMs() - busyBefore) / (performance.now() - startedAt);
  const livez = await health.stop();
  const { peakRssBytes, refusedP99, cpuMicros } = await server.usage();
  return {
    ...figures,
    times,
    perSecond,
    usefulShare: figures.useful / figures.seconds / capacity,
    livez,
    serverRefusedP99: refusedP99,
    keptUp: figures.lagP99 <= tolerableLagMs,
    peakRssBytes,
    serverCores: (cpuMicros - before.cpuMicros) / 1e6 / figures.seconds,
    machineCores,
  };
}

/** Milliseconds that all processors together were busy since the machine started. */
function busyMs(): number {
  return cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
}

function job({ port }: BenchServer, perSecond: number, milliseconds: number): OpenLoopJob {
  return { port, perSecond, milliseconds, connections, usefulWithinMs, seed };
}

export async function ask(generator: BenchProcess, openLoop: OpenLoopJob): Promise<OpenLoopFigures> {
  const figures = await generator.ask({ openLoop });
  if (isFigures(figures)) return figures;
  throw new TypeError("The open-loop generator answered without figures.");
}

function isFigures(value: unknown): value is OpenLoopFigures {
  return typeof value === "object" && value !== null && "useful" in value && "lagP99" in value;
}
