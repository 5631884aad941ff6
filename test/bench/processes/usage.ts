import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { answerLines, say } from "./lines.ts";

/** The resources that a server process has used since it started. */
export interface Usage {
  readonly cpuMicros: number;
  readonly rssBytes: number;
  readonly peakRssBytes: number;
  readonly heapBytes: number;
  /** From reading a request to writing its 503, in milliseconds: the 99th percentile since the last call. 0: not measured. */
  readonly refusedP99: number;
}

const sampleMs = 100;

/** Says where a server listens and answers how much it uses, after a collection if `collect` is asked for, until stdin ends; then `close` is called. */
export function reportUsage(
  url: string,
  close: () => Promise<void>,
  refusedP99: () => number = () => 0,
): void {
  let peakRssBytes = 0;
  const sample = (): number => {
    const { rss } = process.memoryUsage();
    peakRssBytes = Math.max(peakRssBytes, rss);
    return rss;
  };
  setInterval(sample, sampleMs).unref();
  answerLines(async (question) => {
    if (typeof question === "object" && question !== null && "collect" in question) {
      collect();
      peakRssBytes = 0;
    }
    const { user, system } = process.cpuUsage();
    const rssBytes = sample();
    return {
      cpuMicros: user + system,
      rssBytes,
      peakRssBytes,
      heapBytes: process.memoryUsage().heapUsed,
      refusedP99: refusedP99(),
    };
  });
  process.stdin.once("end", () => void close().finally(() => process.exit(0)));
  say({ url });
}

/** On Node; other runtimes ignore the flag and have a collection of their own. */
function collect(): void {
  setFlagsFromString("--expose-gc");
  const gc: unknown = runInNewContext("globalThis.gc");
  if (typeof gc === "function") gc();
}

export function isUsage(value: unknown): value is Usage {
  return typeof value === "object" && value !== null && "cpuMicros" in value && "peakRssBytes" in value;
}
