import type { ReportReader } from "../../core/storage/report-reader.ts";
import type { Clock } from "../../core/timing/clock.ts";
import { StoreUnavailable } from "../kit/errors.ts";
import type { Executor } from "./executor.ts";
import { functionsOf } from "./functions.ts";
import { lazyQueries } from "./lazy-queries.ts";

/** The reads of reports on another server, such as a standby. Not checked as a store is: nothing there is trusted with money. */
export function reportReaderOn(executor: Executor, schema: string, clock: Clock | undefined): ReportReader {
  const named: Executor = {
    ...executor,
    run: (text, parameters, options) =>
      executor.run(text, parameters, options).catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error;
        const message = `The server that reports are read from (reportsFrom) does not answer: start it, or open the store without it. ${error.message}`;
        throw new StoreUnavailable(message, { code: error.code, cause: error });
      }),
  };
  const functions = functionsOf(named, schema, clock);
  const { readCounts, readCharges, readUniques, readAudit } = lazyQueries({
    executor: named,
    functions,
    schema,
    clock,
  });
  return { readCounts, readCharges, readUniques, readAudit };
}
