import process from "node:process";
import { answerLines, say } from "./lines.ts";

/** What a server process has used since it started. */
export interface Usage {
  readonly cpuMicros: number;
  readonly rssBytes: number;
  readonly peakRssBytes: number;
}

const sampleMs = 100;

/** Says where a server listens and answers how much it uses, until stdin ends; then `close` is called. */
export function reportUsage(url: string, close: () => Promise<void>): void {
  let peakRssBytes = 0;
  const sample = (): number => {
    const { rss } = process.memoryUsage();
    peakRssBytes = Math.max(peakRssBytes, rss);
    return rss;
  };
  setInterval(sample, sampleMs).unref();
  answerLines(async () => {
    const { user, system } = process.cpuUsage();
    const rssBytes = sample();
    return { cpuMicros: user + system, rssBytes, peakRssBytes };
  });
  process.stdin.once("end", () => void close().finally(() => process.exit(0)));
  say({ url });
}

export function isUsage(value: unknown): value is Usage {
  return typeof value === "object" && value !== null && "cpuMicros" in value && "peakRssBytes" in value;
}
