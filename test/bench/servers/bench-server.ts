import type { BenchProcess, Runtime } from "../processes/start-process.ts";
import { startProcess } from "../processes/start-process.ts";
import { isUsage, type Usage } from "../processes/usage.ts";

/** A server process under load. */
export interface BenchServer {
  readonly url: string;
  readonly port: number;
  readonly usage: () => Promise<Usage>;
  /** The same after a collection of garbage (Node); the peak counts anew. */
  readonly collected: () => Promise<Usage>;
  readonly stop: BenchProcess["stop"];
}

export async function startServer(
  runtime: Runtime,
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const { child, greeting } = await startProcess(runtime, `servers/${name}.ts`, env);
  if (typeof greeting !== "object" || greeting === null || !("url" in greeting)) {
    throw new TypeError(`${name} did not say where it listens.`);
  }
  const url = String(greeting.url);
  const ask = async (question: object): Promise<Usage> => {
    const answer = await child.ask(question);
    if (isUsage(answer)) return answer;
    throw new TypeError(`${name} did not say what it uses.`);
  };
  const usage = (): Promise<Usage> => ask({ usage: true });
  const collected = (): Promise<Usage> => ask({ collect: true });
  return { url, port: Number(new URL(url).port), usage, collected, stop: child.stop };
}
