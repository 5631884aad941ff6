import { quantile } from "./open-loop.ts";

const everyMs = 50;

export interface HealthTimes {
  readonly p95: number;
  readonly p99: number;
}

/** Asks whether a process lives, again and again on a connection of its own. `stop` returns percentiles in milliseconds. */
export function probeHealth(url: string): { readonly stop: () => Promise<HealthTimes> } {
  const took: number[] = [];
  let isRunning = true;
  const loop = async (): Promise<void> => {
    while (isRunning) {
      const start = performance.now();
      await (await fetch(`${url}/livez`)).text();
      took.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
  };
  const done = loop();
  return {
    stop: async () => {
      isRunning = false;
      await done;
      return { p95: quantile(took, 0.95), p99: quantile(took, 0.99) };
    },
  };
}
