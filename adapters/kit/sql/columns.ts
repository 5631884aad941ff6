import { exactInteger } from "../exact-integer.ts";
import { kept } from "../kept.ts";
import { misfit, oneOf, textOf } from "../stored-values.ts";
import type { SqlRow, SqlTypes, SqlValue } from "./dialect.ts";

/** How a field is stored. */
export interface Column<T> {
  readonly type: keyof SqlTypes;
  readonly nullable?: boolean;
  readonly write: (value: T) => SqlValue;
  readonly read: (stored: unknown) => T;
}

/** A column for every field. Its name is the field's in snake case: `publisherId` is `publisher_id`. */
export type Columns<T> = { readonly [Field in keyof T]-?: Column<T[Field]> };

type FieldOf<T> = keyof T & string;

/** A table whose rows are objects of type `T`. */
export interface Table<T extends object> {
  readonly name: string;
  readonly columns: Columns<T>;
  readonly fields: readonly FieldOf<T>[];
  /** All fields without a value, the beginning of a row that is read. */
  readonly blank: Partial<T>;
  readonly key: readonly FieldOf<T>[];
  readonly indexes?: readonly Index<FieldOf<T>>[];
  /** Conditions that every row keeps, even if the code has a fault. */
  readonly checks?: readonly string[];
}

export interface Index<Field = string> {
  readonly fields: readonly Field[];
  /** The rows that are looked up by it, where the database has partial indexes. Default: those whose first field is not NULL. */
  readonly where?: string;
  /** Left out where the database has partial indexes, because another one then has few rows. */
  readonly unlessPartial?: boolean;
}

export function table<T extends object>(definition: Omit<Table<T>, "fields" | "blank">): Table<T> {
  const { columns } = definition;
  const fields = Object.keys(columns).filter((field): field is FieldOf<T> => Object.hasOwn(columns, field));
  // V8 reads and copies an object fast that JSON.parse made, and slowly one that got more than 16 fields by assignments.
  const blank: Partial<T> = JSON.parse(
    JSON.stringify(Object.fromEntries(fields.map((field) => [field, null]))),
  );
  return { ...definition, fields, blank };
}

/** A table of rows of any type, as its statements of CREATE need it. */
export interface AnyTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, Pick<Column<never>, "type" | "nullable">>>;
  readonly key: readonly string[];
  readonly indexes?: readonly Index[];
  readonly checks?: readonly string[];
}

/** Text of at most 256 characters. */
export const name: Column<string> = { type: "name", write: (value) => value, read: textOf };
export const text: Column<string> = { ...name, type: "text" };
export const integer: Column<number> = { type: "integer", write: (value) => value, read: integerOf };
export const flag: Column<boolean> = {
  type: "integer",
  write: (value) => (value ? 1 : 0),
  read: (stored) => integerOf(stored) === 1,
};

/** One of a closed set of words. */
export function word<const T extends string>(words: readonly T[]): Column<T> {
  return { type: "name", write: (value) => value, read: (stored) => oneOf(stored, words) };
}

/** NULL for `undefined`. */
export function optional<T>({ type, write, read }: Column<T>): Column<T | undefined> {
  return {
    type,
    nullable: true,
    write: (value) => (value === undefined ? null : write(value)),
    read: (stored) => (stored === null || stored === undefined ? undefined : read(stored)),
  };
}

/** Empty text for `undefined`, so that a report can group by it. */
export const optionalName: Column<string | undefined> = {
  type: "name",
  write: (value) => value ?? "",
  read: (stored) => textOf(stored) || undefined,
};

/** An exact integer, however the driver returns it. Throws a `StoreDataError` beyond 2^53 − 1. */
export function integerOf(stored: unknown): number {
  const isInteger = typeof stored === "bigint" || Number.isInteger(stored) || /^-?\d+$/.test(String(stored));
  return isInteger ? exactInteger(Number(stored)) : misfit("an integer", stored);
}

/** The name of a field's column. There are as many texts as fields of tables. */
export const columnOf: (field: string) => string = kept((field) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);

/** The column of a field that a query names. No other text of a query becomes SQL. */
export function columnIn({ columns }: Pick<AnyTable, "columns">, field: string): string {
  if (Object.hasOwn(columns, field)) return columnOf(field);
  throw new RangeError(`${field} is no field that a report can be grouped by.`);
}

/** The values of some fields. Default: of all. */
export function valuesOf<T extends object>(
  { columns, fields }: Table<T>,
  item: T,
  some: readonly FieldOf<T>[] = fields,
): readonly SqlValue[] {
  return some.map((field) => columns[field].write(item[field]));
}

export function readRow<T extends object>(table: Table<T>, row: SqlRow): T {
  const item: Partial<T> = { ...table.blank };
  for (const field of table.fields) item[field] = table.columns[field].read(row[columnOf(field)]);
  return isWhole(table, item) ? item : misfit("a whole row", row);
}

function isWhole<T extends object>({ fields }: Table<T>, item: Partial<T>): item is T {
  return fields.every((field) => Object.hasOwn(item, field));
}
