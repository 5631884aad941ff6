import { startProcess } from "../processes/start-process.ts";
import type { LoadFigures, LoadJob } from "./run-load.ts";
import type { Workload } from "./sources.ts";

/** The load generator as the bench sees it. */
export interface LoadGenerator {
  /** Makes the requests of the runs that follow. */
  readonly prepare: (workload: Workload) => Promise<void>;
  readonly run: (job: LoadJob) => Promise<LoadFigures>;
  readonly stop: () => Promise<void>;
}

export async function startLoadGenerator(): Promise<LoadGenerator> {
  const { child } = await startProcess("node", "load/generator.ts");
  return {
    prepare: async (workload) => void (await child.ask({ prepare: workload })),
    run: async (job) => {
      const figures = await child.ask({ run: job });
      if (isFigures(figures)) return figures;
      throw new TypeError("The load generator answered without figures.");
    },
    stop: child.stop,
  };
}

function isFigures(value: unknown): value is LoadFigures {
  return typeof value === "object" && value !== null && "requests" in value && "p99" in value;
}
