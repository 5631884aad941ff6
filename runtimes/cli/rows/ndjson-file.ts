import { createByteFile, type RowFile } from "./row-file.ts";
import type { Column } from "./row-kinds.ts";

/** A line of JSON for each row. Instants are ISO 8601 in UTC; a column without a value is null. */
export function createNdjsonFile<Row>(path: string, columns: readonly Column<Row>[]): RowFile<Row> {
  const file = createByteFile(path);
  let rows = 0;
  const cellOf = ({ type, of }: Column<Row>, row: Row): unknown => {
    const value = of(row) ?? null;
    return type === "instant" && typeof value === "number" ? new Date(value).toISOString() : value;
  };
  return {
    add(page) {
      const lines = page.map((row) =>
        JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, cellOf(column, row)]))),
      );
      if (lines.length > 0) file.write(new TextEncoder().encode(`${lines.join("\n")}\n`));
      rows += page.length;
    },
    finish: () => file.finish(rows),
  };
}
