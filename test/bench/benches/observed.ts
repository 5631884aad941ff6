import type { BenchResult } from "../result.ts";
import { compare, ratio } from "../rounds.ts";
import { startServer } from "../servers/bench-server.ts";
import { type Bench, type BenchContext, connections } from "./bench.ts";

const sides = ["nothing", "metrics", "traces"] as const;

/** The cost of looking into a server: `nothing` is the default, without any option. */
export const observed: Bench = {
  name: "observed",
  about:
    "POST /web/ads on the memory store with nothing, with createMetrics, and with OpenTelemetry's traces",
  run: async (context) => [await run(context)],
};

async function run(context: BenchContext): Promise<BenchResult> {
  const servers = await Promise.all(
    sides.map((side) => startServer("node", "handbill-node", { BENCH_OBSERVE: side })),
  );
  try {
    const found = await compare(
      servers.map((server, index) => ({
        name: sides[index] ?? "",
        server,
        workload: { kind: "ads" as const },
      })),
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
    const [nothing, metrics, traces] = found;
    if (nothing === undefined || metrics === undefined || traces === undefined)
      throw new Error("This comparison has three sides.");
    return {
      name: observed.name,
      title: `POST /web/ads, memory store, node, ${connections} connections`,
      sides: found,
      ratios: [
        {
          name: "CPU per request, nothing / metrics",
          value: 1 / ratio(metrics, nothing, (round) => round.cpuMicrosPerRequest),
        },
        {
          name: "CPU per request, nothing / traces",
          value: 1 / ratio(traces, nothing, (round) => round.cpuMicrosPerRequest),
        },
      ],
    };
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
