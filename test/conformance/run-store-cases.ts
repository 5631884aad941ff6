import { ConformanceFailure } from "./assert.ts";
import type { StoreCase, StoreHarness } from "./harness.ts";
import { promisesOf } from "./promises/store-promises.ts";
import { storeCases } from "./store-cases.ts";

/** A case that a store did not pass. */
export interface CaseFailure {
  /** The name of the case. */
  readonly name: string;
  /** The promises that the case checks: the file of the port, and the beginning of the sentence. */
  readonly promises: readonly string[];
  /** A `ConformanceFailure` says what was expected, what came, and the promises; the store threw any other error. */
  readonly error: unknown;
}

/** Options of `runStoreCases`. */
export interface RunStoreCasesOptions {
  /** The cases to run. Default: all. */
  readonly cases?: readonly StoreCase[] | undefined;
  /** Gets the report line by line. Default: `console.log`. */
  readonly print?: ((line: string) => void) | undefined;
}

/** Runs the cases one after the other, without a test runner. Prints each failure and a summary, and returns the failures. */
export async function runStoreCases(
  harness: StoreHarness,
  { cases = storeCases, print = console.log }: RunStoreCasesOptions = {},
): Promise<readonly CaseFailure[]> {
  const failures: CaseFailure[] = [];
  for (const { name, run } of cases) {
    try {
      await run(harness);
    } catch (error) {
      const failure = { name, promises: promisesOf(name), error };
      failures.push(failure);
      for (const line of describeFailure(failure)) print(line);
    }
  }
  print(`${cases.length - failures.length} of ${cases.length} cases passed.`);
  return failures;
}

function describeFailure({ name, promises, error }: CaseFailure): readonly string[] {
  const reason = error instanceof Error ? error.message : String(error);
  const lines = error instanceof ConformanceFailure ? reason.split("\n") : [reason, ...promises];
  return [`FAILED ${name}`, ...lines.map((line) => `  ${line}`)];
}
