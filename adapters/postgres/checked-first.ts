import type { Executor } from "./executor.ts";
import { checkAndRead } from "./startup-check.ts";

/** An executor whose first statement is the start-up check. */
export interface CheckedFirst {
  /** Checks before its first statement, and before each one until the database has passed. */
  readonly checked: Executor;
  /** Checks, unless the database has passed. */
  readonly ready: () => Promise<void>;
  /** `expression`, a text of JSON, read along with the check; `undefined` when the check is over or under way. */
  readonly readAlong: (expression: string) => Promise<unknown> | undefined;
}

export function checkedFirst(executor: Executor, schema: string): CheckedFirst {
  let passing: Promise<void> | undefined;
  const begin = (expression: string): { readonly read: Promise<unknown>; readonly passed: Promise<void> } => {
    const read = checkAndRead(executor, schema, expression);
    // Without the value, which may be a large catalogue.
    const passed = read.then(
      () => undefined,
      (error: unknown) => {
        passing = undefined;
        throw error;
      },
    );
    passed.catch(() => undefined);
    passing = passed;
    return { read, passed };
  };
  const ready = (): Promise<void> => passing ?? begin("null").passed;
  return {
    checked: {
      ...executor,
      async run(text, parameters, options) {
        await ready();
        return executor.run(text, parameters, options);
      },
    },
    ready,
    readAlong: (expression) => (passing === undefined ? begin(expression).read : undefined),
  };
}
