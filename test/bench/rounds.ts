import type { LoadGenerator } from "./load/load-generator.ts";
import type { Workload } from "./load/sources.ts";
import { median } from "./median.ts";
import type { BenchServer } from "./servers/bench-server.ts";

/** One side of a comparison. */
export interface Side {
  readonly name: string;
  readonly server: BenchServer;
  /** The calls to send; a function is called for every round. */
  readonly workload: Workload | ((round: number) => Promise<Workload>);
}

/** Figures of one side: one round's, or the medians over rounds. */
export interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly cpuMicrosPerRequest: number;
  /** CPU seconds of the server's process per second. 1 is one core. */
  readonly busy: number;
}

export interface SideFigures extends Figures {
  readonly name: string;
  readonly rounds: readonly Figures[];
  readonly peakRssBytes: number;
}

export interface RoundsOptions {
  readonly rounds: number;
  readonly milliseconds: number;
  readonly warmUpMilliseconds: number;
  readonly connections: number;
  /** See {@link LoadJob.awake}. */
  readonly awake: boolean;
  readonly progress: (line: string) => void;
}

/** Runs all sides in turn, round after round, so that what disturbs the machine disturbs all of them. */
export async function compare(
  sides: readonly Side[],
  load: LoadGenerator,
  options: RoundsOptions,
): Promise<readonly SideFigures[]> {
  const figures = sides.map((): Figures[] => []);
  for (let round = 0; round <= options.rounds; round++) {
    for (const [index, side] of sides.entries()) {
      const isWarmUp = round === 0;
      const run = await runOnce(side, round, load, options, isWarmUp);
      if (!isWarmUp) figures[index]?.push(run);
      const when = isWarmUp ? "warm-up" : `round ${round}/${options.rounds}`;
      options.progress(`${side.name}, ${when}: ${Math.round(run.perSecond)}/s`);
    }
  }
  return Promise.all(
    sides.map(async ({ name, server }, index) => {
      const rounds = figures[index] ?? [];
      return { name, ...medians(rounds), rounds, peakRssBytes: (await server.usage()).peakRssBytes };
    }),
  );
}

async function runOnce(
  side: Side,
  round: number,
  load: LoadGenerator,
  options: RoundsOptions,
  isWarmUp: boolean,
): Promise<Figures> {
  const { server, workload } = side;
  await load.prepare(typeof workload === "function" ? await workload(round) : workload);
  const before = await server.usage();
  const run = await load.run({
    port: server.port,
    connections: options.connections,
    awake: options.awake,
    milliseconds: isWarmUp ? options.warmUpMilliseconds : options.milliseconds,
  });
  const cpuMicros = (await server.usage()).cpuMicros - before.cpuMicros;
  return {
    perSecond: run.requests / run.seconds,
    p50: run.p50,
    p99: run.p99,
    cpuMicrosPerRequest: cpuMicros / run.requests,
    busy: cpuMicros / 1e6 / run.seconds,
  };
}

function medians(rounds: readonly Figures[]): Figures {
  const of = (field: (figures: Figures) => number): number => median(rounds.map(field));
  return {
    perSecond: of((round) => round.perSecond),
    p50: of((round) => round.p50),
    p99: of((round) => round.p99),
    cpuMicrosPerRequest: of((round) => round.cpuMicrosPerRequest),
    busy: of((round) => round.busy),
  };
}

/** The median over the rounds of Handbill / baseline in the same round. */
export function ratio(ours: SideFigures, theirs: SideFigures, field: (figures: Figures) => number): number {
  return median(ours.rounds.map((round, index) => field(round) / field(theirs.rounds[index] ?? round)));
}
