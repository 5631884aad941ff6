import {
  appendFileSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import * as v from "valibot";
import { InvalidSetting } from "../invalid-setting.ts";
import { hourMs, type RowFormat, weekOf } from "./hours.ts";
import type { WrittenFile } from "./row-file.ts";
import type { RowKindName } from "./row-kinds.ts";

/** A file of the export. */
export interface ExportedFile extends WrittenFile {
  /** Its path in the folder of the export. */
  readonly file: string;
}

/** Rows that are exported: those of a kind from an instant on, and before another. Their files hold the last hour; before it are none. */
export interface ExportedSpan {
  readonly kind: RowKindName;
  readonly from: string;
  readonly to: string;
  readonly files: readonly ExportedFile[];
  /** Of an hour that is exported again, because rows of it came late: the paths of its former files that are deleted. */
  readonly replaces?: readonly string[] | undefined;
}

/** The folder of an export is in use, or its manifest cannot be read. */
export class ExportUnusable extends Error {
  override name = "ExportUnusable";
  /** Tells it from a bug. */
  readonly code = "EXPORT_UNUSABLE";
}

export interface Manifest {
  /** The instant up to which a kind is exported; `undefined` for nothing yet. */
  readonly until: (kind: RowKindName) => number | undefined;
  /** The files of an hour. Empty for an hour without rows. */
  readonly filesOf: (kind: RowKindName, hour: number) => readonly ExportedFile[];
  /** The path of a file that is not part of the export yet. */
  readonly unfinished: (name: string) => string;
  /**
   * Makes finished files part of the export. The line of the manifest decides: without it they are deleted and written again, with
   * it they are moved to their places, now or by the next run.
   */
  readonly add: (span: ExportedSpan, onStep: (step: string) => void) => void;
}

const version = 1;

const headSchema = v.object({ handbill: v.literal(version), format: v.string(), store: v.string() });
const spanSchema = v.object({
  kind: v.picklist(["deliveries", "charges", "adjustments"]),
  from: v.string(),
  to: v.string(),
  files: v.array(v.object({ file: v.string(), rows: v.number(), bytes: v.number(), sha256: v.string() })),
  replaces: v.optional(v.array(v.string())),
});

/**
 * The manifest and the files of a run that was interrupted. `store` names the database. Throws {@link ExportUnusable}, and
 * {@link InvalidSetting} for a folder of another store or format.
 */
export function openManifest(directory: string, format: RowFormat, store: string): Manifest {
  const path = join(directory, "manifest.ndjson");
  const hidden = join(directory, ".unfinished");
  mkdirSync(hidden, { recursive: true });
  const lines = readLines(path);
  const [head, ...rest] = lines;
  if (head === undefined) append(path, { handbill: version, format, store });
  else checkHead(directory, parse(headSchema, head, path), format, store);
  const reached = new Map<RowKindName, number>();
  const written = new Map<string, readonly ExportedFile[]>();
  const named = new Map<string, string>();
  const hourKey = (kind: RowKindName, hour: number): string => `${kind} ${hour}`;
  const note = ({ kind, to, files, replaces }: ExportedSpan): void => {
    if (replaces === undefined) reached.set(kind, Date.parse(to));
    if (files.length > 0) written.set(hourKey(kind, Date.parse(to) - hourMs), files);
    for (const file of replaces ?? []) rmSync(join(directory, file), { force: true });
  };
  for (const line of rest) {
    const span = parse(spanSchema, line, path);
    note(span);
    for (const { file } of span.files) named.set(basename(file), file);
    for (const file of span.replaces ?? []) named.delete(basename(file));
  }
  const place = (name: string, file: string): void => {
    const to = join(directory, file);
    mkdirSync(dirname(to), { recursive: true });
    renameSync(join(hidden, name), to);
    syncFolder(dirname(to));
  };
  for (const name of readdirSync(hidden)) {
    const file = named.get(name);
    if (file === undefined) rmSync(join(hidden, name));
    else place(name, file);
  }
  return {
    until: (kind) => reached.get(kind),
    filesOf: (kind, hour) => written.get(hourKey(kind, hour)) ?? [],
    unfinished: (name) => join(hidden, name),
    add(given, onStep) {
      const names = new Set(given.files.map(({ file }) => file));
      // Files are named by their content: the first ones of a large hour may be as before.
      const span = { ...given, replaces: given.replaces?.filter((file) => !names.has(file)) };
      syncFolder(hidden);
      append(path, span);
      onStep("manifest");
      // Before the new files are there: a reader of the folder sees no row twice.
      note(span);
      for (const { file } of span.files) {
        place(basename(file), file);
        onStep("placed");
      }
    },
  };
}

/** The path of a file of an hour, by its content. */
export function fileOf(kind: RowKindName, hour: number, sha256: string, format: RowFormat): string {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const time = new Date(hour).toISOString().slice(11, 13);
  return `${kind}/week=${day(weekOf(hour))}/${day(hour)}T${time}-${sha256.slice(0, 16)}.${format}`;
}

/** The lines that were written whole. The rest of an interrupted line is cut off. */
function readLines(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  const content = readFileSync(path);
  const end = content.lastIndexOf(10) + 1;
  if (end < content.length) truncateSync(path, end);
  return content.subarray(0, end).toString().split("\n").slice(0, -1);
}

function append(path: string, value: object): void {
  const file = openSync(path, "a");
  appendFileSync(file, `${JSON.stringify(value)}\n`);
  fsyncSync(file);
  closeSync(file);
  syncFolder(dirname(path));
}

function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  fsyncSync(folder);
  closeSync(folder);
}

function checkHead(
  directory: string,
  head: v.InferOutput<typeof headSchema>,
  format: RowFormat,
  store: string,
): void {
  if (head.format !== format) {
    throw new InvalidSetting(
      `${directory} is an export with --format ${head.format}: use this format, or name another folder.`,
    );
  }
  if (head.store !== store) {
    throw new InvalidSetting(
      `${directory} is the export of another store: name another folder for this one.`,
    );
  }
}

function parse<Schema extends v.GenericSchema>(
  schema: Schema,
  line: string,
  path: string,
): v.InferOutput<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    value = undefined;
  }
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw new ExportUnusable(
    `${path} has a line that this version did not write: restore the file from a backup, or export to another folder.`,
  );
}
