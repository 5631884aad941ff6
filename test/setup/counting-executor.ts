import type { Executor } from "../../adapters/postgres/executor.ts";

export interface CountingExecutor extends Executor {
  /** The texts of the statements since the last call. */
  readonly take: () => readonly string[];
}

/** Notes every statement that goes to the database. */
export function countingExecutor(executor: Executor): CountingExecutor {
  let statements: string[] = [];
  return {
    ...executor,
    run(text, parameters, options) {
      statements.push(text);
      return executor.run(text, parameters, options);
    },
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}
