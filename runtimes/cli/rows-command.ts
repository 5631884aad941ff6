import { statSync } from "node:fs";
import type { Store } from "../../core/storage/store.ts";
import { count } from "./change-lines.ts";
import { writeTo } from "./replace-file.ts";
import type { RowFormat } from "./rows/hours.ts";
import type { ExitCode, Terminal } from "./terminal.ts";

export interface RowsOptions {
  readonly out?: string | undefined;
  readonly format: RowFormat;
  readonly json: boolean;
}

/** Exports the rows of a store to a folder, and prints how many it added. */
export async function exportStoreRows(
  store: Store,
  terminal: Terminal,
  { out, format, json }: RowsOptions,
): Promise<ExitCode> {
  if (out === undefined) {
    terminal.talk(`Name the folder of the rows: handbill export --format ${format} --out FOLDER`);
    return 2;
  }
  if (statSync(out, { throwIfNoEntry: false })?.isFile() === true) {
    terminal.talk(`${out} is a file: name a folder for the rows.`);
    return 2;
  }
  const { exportRows } = await import("./rows/export-rows.ts");
  const added = await writeTo(out, () =>
    exportRows(store, {
      directory: out,
      format,
      onFile: ({ file, rows }) => terminal.progress?.(`${file}: ${count(rows, "row")}`),
    }),
  );
  const { deliveries, charges, adjustments } = added;
  if (json) terminal.data(JSON.stringify(added));
  else
    terminal.data(
      `Added to ${out}: ${deliveries} deliveries, ${charges} charges, ${adjustments} adjustments.`,
    );
  if (store.listDeliveries === undefined) {
    terminal.talk("This store has no order of its deliveries, so only charges and adjustments are exported.");
  } else if (store.retention.untilExported !== true && Number.isFinite(store.retention.deliveriesKeptMs)) {
    terminal.talk(
      "Old deliveries are dropped whether they are exported or not: start the server with HANDBILL_KEEP_UNTIL_EXPORTED=on, " +
        "or open each store of a store module with untilExported.",
    );
  }
  return 0;
}

/** A running server has no route for rows: an export reads millions of them. */
export function refuseServer(terminal: Terminal): ExitCode {
  terminal.talk(
    "Rows are exported from the store itself: run this command without HANDBILL_SERVER (--server). " +
      "A store inside a process has to be stopped for it.",
  );
  return 2;
}
