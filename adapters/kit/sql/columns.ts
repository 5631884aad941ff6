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
  readonly key: readonly FieldOf<T>[];
  readonly indexes?: readonly (readonly FieldOf<T>[])[];
  /** Conditions that every row keeps, even if the code has a fault. */
  readonly checks?: readonly string[];
}

/** A table of rows of any type, as its statements of CREATE need it. */
export interface AnyTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, Pick<Column<never>, "type" | "nullable">>>;
  readonly key: readonly string[];
  readonly indexes?: readonly (readonly string[])[];
  readonly checks?: readonly string[];
}

/** Text of at most 200 characters. */
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

/** An exact integer, however the driver returns it. */
export function integerOf(stored: unknown): number {
  const isInteger =
    typeof stored === "number" || typeof stored === "bigint" || /^-?\d+$/.test(String(stored));
  const value = Number(stored);
  return isInteger && Number.isSafeInteger(value) ? value : misfit("an integer up to 2^53 - 1", stored);
}

export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The column of a field that a query names. No other text of a query becomes SQL. */
export function columnIn({ columns }: Pick<AnyTable, "columns">, field: string): string {
  if (Object.hasOwn(columns, field)) return columnOf(field);
  throw new RangeError(`${field} is no field that a report can be grouped by.`);
}

export function fieldsOf<T extends object>({ columns }: Table<T>): readonly FieldOf<T>[] {
  return Object.keys(columns).filter((field): field is FieldOf<T> => Object.hasOwn(columns, field));
}

export function valuesOf<T extends object>(table: Table<T>, item: T): readonly SqlValue[] {
  return fieldsOf(table).map((field) => table.columns[field].write(item[field]));
}

export function readRow<T extends object>(table: Table<T>, row: SqlRow): T {
  const fields = Object.fromEntries(
    fieldsOf(table).map((field) => [field, table.columns[field].read(row[columnOf(field)])]),
  );
  return isWhole(table, fields) ? fields : misfit("a whole row", row);
}

function isWhole<T extends object>(table: Table<T>, fields: object): fields is T {
  return fieldsOf(table).every((field) => Object.hasOwn(fields, field));
}
