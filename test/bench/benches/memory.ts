import { openDatabase } from "../database.ts";
import { median } from "../median.ts";
import type { BenchResult } from "../result.ts";
import { type BenchServer, startServer } from "../servers/bench-server.ts";
import { type Bench, type BenchContext, connections } from "./bench.ts";

const warmUpMs = 15_000;
const measuredMs = 60_000;
const sampleMs = 250;

/** design: a minute of ads and views on PostgreSQL, where nothing of a delivery stays in the server. */
export const memoryUnderLoad: Bench = {
  name: "memory",
  about:
    "resident memory of the server through a minute of ads and views on PostgreSQL: no growth after warm-up",
  run: async (context) => [await run(context)],
};

async function run(context: BenchContext): Promise<BenchResult> {
  const url = await context.postgresUrl();
  const database = await openDatabase(url, 200);
  const server = await startServer("node", "handbill-node", {
    DATABASE_URL: url,
    BENCH_SCHEMA: database.schema,
  });
  try {
    await context.load.prepare({ kind: "journey" });
    const job = { port: server.port, connections, awake: false };
    context.progress("memory: warm-up");
    await context.load.run({ ...job, milliseconds: warmUpMs * context.scale });
    const before = await server.usage();
    const sampling = sampleMemory(server, context.progress);
    const figures = await context.load.run({ ...job, milliseconds: measuredMs * context.scale });
    const samples = await sampling.stop();
    const after = await server.usage();
    const quarter = Math.floor(samples.length / 4);
    const first = median(samples.slice(0, quarter));
    const last = median(samples.slice(-quarter));
    const cpuMicros = after.cpuMicros - before.cpuMicros;
    const round = {
      perSecond: figures.requests / figures.seconds,
      p50: figures.p50,
      p99: figures.p99,
      cpuMicrosPerRequest: cpuMicros / figures.requests,
      busy: cpuMicros / 1e6 / figures.seconds,
    };
    const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(0);
    return {
      name: memoryUnderLoad.name,
      title: `Memory of the server, ads and views on durable PostgreSQL, node, ${connections} connections, ${figures.seconds.toFixed(0)} s`,
      sides: [{ name: "handbill", ...round, rounds: [round], peakRssBytes: after.peakRssBytes }],
      ratios: [
        {
          name: `median RSS of the last quarter (${megabytes(last)} MB) / of the first (${megabytes(first)} MB)`,
          value: last / first,
          goal: { atMost: 1.1 },
        },
      ],
    };
  } finally {
    await server.stop();
    await database.close();
  }
}

interface Sampling {
  /** The measured figures, in bytes. */
  readonly stop: () => Promise<readonly number[]>;
}

function sampleMemory(server: BenchServer, progress: (line: string) => void): Sampling {
  const samples: number[] = [];
  let running = true;
  const loop = async (): Promise<void> => {
    while (running) {
      const { rssBytes } = await server.usage();
      samples.push(rssBytes);
      if (samples.length % 40 === 0) progress(`memory: ${(rssBytes / 1024 / 1024).toFixed(0)} MB`);
      await new Promise((resolve) => setTimeout(resolve, sampleMs));
    }
  };
  const done = loop();
  return {
    stop: async () => {
      running = false;
      await done;
      return samples;
    },
  };
}
