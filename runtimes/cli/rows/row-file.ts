import { createHash } from "node:crypto";
import { closeSync, fsyncSync, openSync, writeSync } from "node:fs";

/** A file that rows are added to. */
export interface RowFile<Row> {
  readonly add: (rows: readonly Row[]) => void;
  /** Writes the rest, and returns when the disk has it. */
  readonly finish: () => WrittenFile;
}

/** What became of a file. */
export interface WrittenFile {
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of its content, in hexadecimal. */
  readonly sha256: string;
}

/** Bytes on their way to a file that is not there yet. */
export interface ByteFile {
  readonly write: (bytes: Uint8Array) => void;
  readonly finish: (rows: number) => WrittenFile;
}

export function createByteFile(path: string): ByteFile {
  const file = openSync(path, "w");
  const hash = createHash("sha256");
  let bytes = 0;
  return {
    write(part) {
      hash.update(part);
      for (let at = 0; at < part.length; ) at += writeSync(file, part, at);
      bytes += part.length;
    },
    finish(rows) {
      fsyncSync(file);
      closeSync(file);
      return { rows, bytes, sha256: hash.digest("hex") };
    },
  };
}
