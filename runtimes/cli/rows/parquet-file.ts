import { ByteWriter, ParquetWriter, type SchemaElement } from "hyparquet-writer";
import { createByteFile, type RowFile } from "./row-file.ts";
import type { Column } from "./row-kinds.ts";

/** Most rows of a row group: that many are in memory, and a page. */
export const rowGroupRows = 32_768;

/** Integers are INT64, instants TIMESTAMP_MILLIS in UTC, texts UTF-8; compressed with Snappy. */
export function createParquetFile<Row>(
  path: string,
  columns: readonly Column<Row>[],
  onBuffered?: (rows: number) => void,
): RowFile<Row> {
  const file = createByteFile(path);
  const bytes = new FlushedWriter(file.write);
  const writer = new ParquetWriter({ writer: bytes, schema: schemaOf(columns), createdBy: "handbill" });
  let buffered: Row[] = [];
  let rows = 0;
  const writeGroup = (group: readonly Row[]): void => {
    const columnData = columns.map((column) => ({
      name: column.name,
      data: group.map((row) => cellOf(column, row)),
    }));
    // The file is written synchronously, so it returns no promise.
    void writer.write({ columnData, rowGroupSize: rowGroupRows });
    rows += group.length;
  };
  return {
    add(page) {
      for (const row of page) buffered.push(row);
      onBuffered?.(buffered.length);
      while (buffered.length >= rowGroupRows) {
        writeGroup(buffered.slice(0, rowGroupRows));
        buffered = buffered.slice(rowGroupRows);
      }
    },
    finish() {
      if (buffered.length > 0) writeGroup(buffered);
      void writer.finish();
      return file.finish(rows);
    },
  };
}

/** Hands its bytes on after each row group, and begins its buffer anew. */
class FlushedWriter extends ByteWriter {
  readonly #write: (bytes: Uint8Array) => void;

  constructor(write: (bytes: Uint8Array) => void) {
    super();
    this.#write = write;
  }

  flush(): void {
    this.#write(this.getBytes());
    this.index = 0;
  }

  override finish(): void {
    this.flush();
  }
}

function schemaOf<Row>(columns: readonly Column<Row>[]): SchemaElement[] {
  const fields = columns.map(({ name, type, optional }): SchemaElement => {
    const repetition_type = optional ? "OPTIONAL" : "REQUIRED";
    switch (type) {
      case "text":
        return { name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type };
      case "integer":
        return { name, type: "INT64", repetition_type };
      case "instant":
        return {
          name,
          type: "INT64",
          converted_type: "TIMESTAMP_MILLIS",
          logical_type: { type: "TIMESTAMP", isAdjustedToUTC: true, unit: "MILLIS" },
          repetition_type,
        };
      case "flag":
        return { name, type: "BOOLEAN", repetition_type };
      default:
        return type satisfies never;
    }
  });
  return [{ name: "root", num_children: fields.length }, ...fields];
}

function cellOf<Row>({ of }: Column<Row>, row: Row): string | bigint | boolean | undefined {
  const value = of(row);
  return typeof value === "number" ? BigInt(value) : value;
}
