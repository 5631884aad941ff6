import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** One cold start, in milliseconds. */
export interface ColdStart {
  /** From starting the process to its first answer, as whoever started it sees it. */
  readonly totalMs: number;
  /** Node.js itself. */
  readonly bootMs: number;
  /** The bundle. */
  readonly loadMs: number;
  /** The first request. */
  readonly answerMs: number;
  /** The second request. */
  readonly secondMs: number;
  readonly answer: string;
}

const launch = fileURLToPath(new URL("launch.mjs", import.meta.url));

export async function coldStart(
  bundle: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ColdStart> {
  const began = performance.now();
  const child = spawn(process.execPath, [launch, bundle, ...args], {
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let totalMs = 0;
  let facts: object = {};
  for await (const line of createInterface({ input: child.stdout })) {
    if (totalMs === 0) totalMs = performance.now() - began;
    facts = { ...facts, ...JSON.parse(line) };
  }
  const read = (name: string): number => Number(Reflect.get(facts, name));
  return {
    totalMs,
    bootMs: read("bootMs"),
    loadMs: read("loadMs"),
    answerMs: read("answerMs"),
    secondMs: read("secondMs"),
    answer: String(Reflect.get(facts, "answer")),
  };
}
