import type { Log } from "../log.ts";
import type { Metrics } from "./metrics.ts";

/** Counts entries by level and code. Entries that are left out are not counted. */
export function countLog(log: Log, metrics: Metrics | undefined): Log {
  if (metrics === undefined) return log;
  const count = metrics.counter({
    name: "handbill_log_entries_total",
    help: "Log entries by level and code, without access lines.",
    labels: ["level", "code"],
  });
  return (entry) => {
    if (entry.code !== "access") count(1, entry.level, entry.code);
    log(entry);
  };
}
