import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { holderOf, takeLock } from "../../../adapters/kit/process-lock.ts";
import { maxTotals } from "../../../core/storage/counts.ts";
import { exportMark } from "../../../core/storage/export-mark.ts";
import type { Store } from "../../../core/storage/store.ts";
import { hourMs, hourOf, lateMs, openHour, type RowFormat, weekOf } from "./hours.ts";
import { type ExportedFile, ExportUnusable, fileOf, type Manifest, openManifest } from "./manifest.ts";
import { createNdjsonFile } from "./ndjson-file.ts";
import { createParquetFile } from "./parquet-file.ts";
import type { RowFile } from "./row-file.ts";
import { forEachKind, type RowKind, type RowKindName, type RowStore } from "./row-kinds.ts";

/** Most rows of a file: a Parquet file describes each of its row groups at its end, and they are kept until then. */
const maxFileRows = 4_000_000;

export interface RowExport {
  /** The folder of the files, created if missing. */
  readonly directory: string;
  readonly format: RowFormat;
  /** Called after each step that changes what a later run finds. For tests, which end the process there. */
  readonly onStep?: ((step: string) => void) | undefined;
  /** Called when a file of rows is part of the export. */
  readonly onFile?: ((file: ExportedFile) => void) | undefined;
}

/** The rows that a run added, by kind. */
export type ExportedRows = Readonly<Record<RowKindName, number>>;

/**
 * Exports every hour whose ads have expired and that is not exported yet, and hours of the week before again if charges or adjustments
 * of them came late. Rejects with {@link ExportUnusable} while another process
 * exports to the folder, and with `InvalidSetting` for a folder of another store or format. Repeating it after any interruption goes
 * on where it ended.
 */
export async function exportRows(
  store: RowStore & Pick<Store, "catalogChanges" | "firstValue" | "readCharges">,
  { directory, format, onStep = () => {}, onFile }: RowExport,
): Promise<ExportedRows> {
  mkdirSync(directory, { recursive: true });
  const lockFile = join(directory, ".lock");
  const lock = takeLock(lockFile);
  if (lock === undefined) {
    throw new ExportUnusable(
      `${holderOf(lockFile)} exports to ${directory}: wait until it is done, or name another folder.`,
    );
  }
  try {
    const id = await store.firstValue("export-id", randomUUID());
    const manifest = openManifest(directory, format, id ?? "");
    onStep("opened");
    const { at } = await store.catalogChanges();
    const late = await lateHours(store, manifest, openHour(at));
    const exported = { deliveries: 0, charges: 0, adjustments: 0 };
    await forEachKind(store, async (kind) => {
      const hours = new HourExport(kind, manifest, format, onStep);
      for await (const { files, replaced } of hours.repeat(late[kind.name])) {
        for (const file of files) onFile?.(file);
        exported[kind.name] += rowsOf(files) - rowsOf(replaced);
      }
      for await (const { files, to } of hours.run(openHour(at))) {
        for (const file of files) {
          exported[kind.name] += file.rows;
          onFile?.(file);
        }
        if (kind.name === "deliveries") await markWeek(store, to);
        onStep("marked");
      }
    });
    return exported;
  } finally {
    lock.release();
  }
}

/**
 * The exported hours that have more charges or adjustments than their files, by kind. Deliveries are not counted: those of a late charge
 * were issued in its hour or in the one before.
 */
async function lateHours(
  store: Pick<Store, "readCharges">,
  { until, filesOf }: Manifest,
  end: number,
): Promise<Readonly<Record<RowKindName, readonly number[]>>> {
  const late = async (kind: "charges" | "adjustments"): Promise<readonly number[]> => {
    const to = Math.min(until(kind) ?? 0, end);
    const query = { from: Math.max(0, to - lateMs), to, by: ["hour"], limit: maxTotals } as const;
    const totals = to === 0 ? [] : await store.readCharges(query);
    return totals
      .filter((total) => total[kind] > rowsOf(filesOf(kind, total.hour ?? 0)))
      .flatMap(({ hour = 0 }) => hour)
      .sort((a, b) => a - b);
  };
  const charges = await late("charges");
  const deliveries = [...new Set(charges.flatMap((hour) => [hour - hourMs, hour]))];
  return { deliveries, charges, adjustments: await late("adjustments") };
}

function rowsOf(files: readonly ExportedFile[]): number {
  return files.reduce((sum, { rows }) => sum + rows, 0);
}

/** A store that keeps deliveries until they are exported drops those of the weeks that are marked. */
async function markWeek(store: Pick<Store, "firstValue">, to: number): Promise<void> {
  const mark = exportMark(weekOf(to));
  await store.firstValue(mark, new Date(weekOf(to)).toISOString());
}

interface ExportedHour {
  readonly to: number;
  readonly files: readonly ExportedFile[];
}

class HourExport<Row> {
  readonly #kind: RowKind<Row>;
  readonly #manifest: Manifest;
  readonly #format: RowFormat;
  readonly #onStep: (step: string) => void;

  constructor(kind: RowKind<Row>, manifest: Manifest, format: RowFormat, onStep: (step: string) => void) {
    this.#kind = kind;
    this.#manifest = manifest;
    this.#format = format;
    this.#onStep = onStep;
  }

  /** Exports hour after hour before `end`. Hours without rows have no files, and belong to the span of the next one that has some. */
  async *run(end: number): AsyncGenerator<ExportedHour> {
    for (;;) {
      const from = this.#manifest.until(this.#kind.name) ?? 0;
      if (from >= end) return;
      const [first] = await this.#kind.page({ from, to: end, after: undefined, limit: 1 });
      const hour = first === undefined ? end - hourMs : hourOf(this.#kind.timeOf(first));
      const to = hour + hourMs;
      const files = first === undefined ? [] : await this.#write(hour, to);
      const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString(), files };
      this.#manifest.add({ kind: this.#kind.name, ...span }, this.#onStep);
      yield { to, files };
    }
  }

  /** Exports hours again that have more rows than their files. */
  async *repeat(
    hours: readonly number[],
  ): AsyncGenerator<{ readonly files: readonly ExportedFile[]; readonly replaced: readonly ExportedFile[] }> {
    const kind = this.#kind.name;
    for (const hour of hours) {
      const to = hour + hourMs;
      const replaced = this.#manifest.filesOf(kind, hour);
      if (to > (this.#manifest.until(kind) ?? 0)) return;
      const files = await this.#write(hour, to);
      if (rowsOf(files) <= rowsOf(replaced)) {
        for (const { file } of files) rmSync(this.#manifest.unfinished(basename(file)));
        continue;
      }
      const span = { from: new Date(hour).toISOString(), to: new Date(to).toISOString(), files };
      this.#manifest.add({ kind, ...span, replaces: replaced.map(({ file }) => file) }, this.#onStep);
      yield { files, replaced };
    }
  }

  async #write(from: number, to: number): Promise<readonly ExportedFile[]> {
    const files: ExportedFile[] = [];
    const unnamed = this.#manifest.unfinished("rows");
    let file: RowFile<Row> | undefined;
    let rows = 0;
    const finish = (): void => {
      if (file === undefined) return;
      const written = file.finish();
      const path = fileOf(this.#kind.name, from, written.sha256, this.#format);
      renameSync(unnamed, this.#manifest.unfinished(basename(path)));
      files.push({ file: path, ...written });
      [file, rows] = [undefined, 0];
      this.#onStep("written");
    };
    for (let after: Row | undefined; ; ) {
      const page = await this.#kind.page({ from, to, after });
      if (page.length === 0) break;
      file ??= this.#create(unnamed);
      file.add(page);
      rows += page.length;
      after = page.at(-1);
      if (rows >= maxFileRows) finish();
    }
    finish();
    return files;
  }

  #create(path: string): RowFile<Row> {
    const { columns } = this.#kind;
    return this.#format === "parquet" ? createParquetFile(path, columns) : createNdjsonFile(path, columns);
  }
}
