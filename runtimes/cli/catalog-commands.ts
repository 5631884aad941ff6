import { type Command, Option } from "commander";
import type { Store } from "../../core/storage/store.ts";
import { addDataOptions, type DataOptions, withData } from "./data-options.ts";
import { isOn } from "./is-on.ts";
import { jsonOption, planOption } from "./options.ts";
import { type RowFormat, rowFormats } from "./rows/hours.ts";
import { storeLocationOf, withStore } from "./store-location.ts";
import { type ExitCode, printable, processTerminal as terminal } from "./terminal.ts";

/** A catalogue of 100,000 campaigns is one statement, which takes a server several seconds. */
const applyTimeoutMs = 60_000;

/** The first page of a table that was not analyzed yet may read much of it. */
const rowsTimeoutMs = 60_000;

interface ExportCommandOptions extends DataOptions {
  readonly format: RowFormat | "catalog";
  readonly out?: string;
  readonly json: boolean;
}

interface ApplyCommandOptions extends DataOptions {
  readonly plan: boolean;
  readonly prune: boolean;
  readonly json: boolean;
  readonly verbose: boolean;
}

/** Adds `apply`, `validate` and `export`. */
export function addCatalogCommands(program: Command, finish: (code: ExitCode) => void): void {
  const apply = program
    .command("apply")
    .description("Apply a JSON document to the stored catalogue, completely or not at all.")
    .argument("<file>", documentWords)
    .addOption(planOption())
    .addOption(
      new Option("--prune", "remove objects that the document omits").env("HANDBILL_PRUNE").default(false),
    )
    .addOption(
      new Option("--verbose", "print each change with its fields, instead of counts")
        .env("HANDBILL_VERBOSE")
        .default(false),
    );
  addDataOptions(apply).action(async (file: string, options: ApplyCommandOptions) => {
    const document = await readChecked(file, options);
    if (document === undefined) return finish(2);
    const { applyDocument, applyOnServer } = await import("./apply.ts");
    const allowLocalUrls = isOn("HANDBILL_LOCAL_URLS", false);
    finish(
      await withData(
        options,
        (store) => applyDocument(store, terminal, document.value, { ...options, allowLocalUrls }),
        (server) => applyOnServer(server, terminal, document.value, { ...options, allowLocalUrls }),
        { callTimeoutMs: applyTimeoutMs, creates: !options.plan },
      ),
    );
  });

  program
    .command("validate")
    .description("Check a whole catalogue document without a database. Exit code 1: it has mistakes.")
    .argument("<file>", documentWords)
    .addOption(jsonOption())
    .action(async (file: string, options: { json: boolean }) => {
      const document = await readChecked(file, options);
      if (document === undefined) return finish(2);
      const { validateDocument } = await import("./validate.ts");
      const allowLocalUrls = isOn("HANDBILL_LOCAL_URLS", false);
      finish(validateDocument(terminal, document.value, { ...options, allowLocalUrls }));
    });

  const exported = program
    .command("export")
    .description(
      "Print the stored catalogue as a document for `apply`, which finds nothing to change in it; " +
        "or add the deliveries, charges and adjustments of expired hours to a folder of files.",
    )
    .addOption(
      new Option("--format <format>", "catalog, or the format of the files of rows")
        .env("HANDBILL_EXPORT_FORMAT")
        .choices(["catalog", ...rowFormats])
        .default("catalog"),
    )
    .addOption(
      new Option(
        "--out <path>",
        "the file of the catalogue (default: stdout), or the folder of the rows",
      ).env("HANDBILL_EXPORT_FILE"),
    );
  addDataOptions(exported).action(async (options: ExportCommandOptions) => {
    const { format } = options;
    if (format !== "catalog") {
      const { exportStoreRows, refuseServer } = await import("./rows-command.ts");
      if (options.server !== undefined) return finish(refuseServer(terminal));
      const exportRows = (store: Store): Promise<ExitCode> =>
        exportStoreRows(store, terminal, { ...options, format });
      const timeouts = { callTimeoutMs: rowsTimeoutMs };
      return finish(await withStore(storeLocationOf(options), exportRows, timeouts));
    }
    const { documentOf, documentOnServer, exportDocument } = await import("./export.ts");
    finish(
      await withData(
        options,
        async (store) => exportDocument(terminal, documentOf((await store.readCatalog()).catalog), options),
        async (server) => exportDocument(terminal, await documentOnServer(server), options),
      ),
    );
  });
}

const documentWords = "the document, or - for stdin; its schema is handbill/catalog.schema.json";

/** Reads the JSON of a file. `undefined`: it cannot be read, and the reason is printed. */
async function readChecked(
  file: string,
  { json }: { readonly json: boolean },
): Promise<{ readonly value: unknown } | undefined> {
  const { readDocument } = await import("./read-document.ts");
  const document = await readDocument(file);
  if (document.ok) return document;
  const issues = [{ path: "", message: document.message }];
  if (json) terminal.data(JSON.stringify({ outcome: "invalid", issues, omitted: 0 }));
  terminal.talk(printable(document.message));
  return undefined;
}
