import type { Runtime } from "../processes/start-process.ts";
import type { BenchResult } from "../result.ts";
import { compare, ratio } from "../rounds.ts";
import { adAnswer } from "../servers/ad-answer.ts";
import { startServer } from "../servers/bench-server.ts";
import { type Bench, type BenchContext, connections } from "./bench.ts";

const goals = { node: 0.4, bun: 0.4, deno: 0.35 };

/** design: the whole pipeline on the memory store beside a server that only parses and writes JSON. */
export function adsInMemory(runtime: Runtime): Bench {
  return {
    name: `ads-memory-${runtime}`,
    about: `POST /web/ads on the memory store, beside a bare JSON server, on ${runtime}`,
    run: async (context) => [await run(runtime, context)],
  };
}

async function run(runtime: Runtime, context: BenchContext): Promise<BenchResult> {
  const handbill = await startServer(runtime, `handbill-${runtime}`);
  const bare = await startServer(runtime, `bare-${runtime}`, { BENCH_ANSWER: await adAnswer(handbill.url) });
  try {
    const [ours, theirs] = await compare(
      [
        { name: `handbill on ${runtime}`, server: handbill, workload: { kind: "ads" } },
        { name: `bare JSON on ${runtime}`, server: bare, workload: { kind: "ads" } },
      ],
      context.load,
      {
        rounds: 5,
        milliseconds: 3_000 * context.scale,
        warmUpMilliseconds: 3_000 * context.scale,
        connections,
        awake: true,
        progress: context.progress,
      },
    );
    if (ours === undefined || theirs === undefined) throw new Error("A comparison has two sides.");
    return {
      name: `ads-memory-${runtime}`,
      title: `POST /web/ads, memory store, ${runtime}, ${connections} connections`,
      sides: [ours, theirs],
      ratios: [
        {
          name: "requests/s, handbill / bare",
          value: ratio(ours, theirs, (round) => round.perSecond),
          goal: { atLeast: goals[runtime] },
        },
        {
          name: "CPU per request, bare / handbill",
          value: 1 / ratio(ours, theirs, (round) => round.cpuMicrosPerRequest),
        },
      ],
    };
  } finally {
    await Promise.all([handbill.stop(), bare.stop()]);
  }
}
