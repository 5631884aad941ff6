import type { LoadGenerator } from "../load/load-generator.ts";
import type { BenchResult } from "../result.ts";

export interface Bench {
  readonly name: string;
  readonly about: string;
  readonly run: (context: BenchContext) => Promise<readonly BenchResult[]>;
}

export interface BenchContext {
  readonly load: LoadGenerator;
  /** A PostgreSQL server with durable settings, started when it is first asked for. */
  readonly postgresUrl: () => Promise<string>;
  /** Multiplies the length of rounds: below 1 for a look, above for calm figures. */
  readonly scale: number;
  readonly progress: (line: string) => void;
}

export const connections = 64;
