export const defaultSchema = "handbill";

/** A schema name that can stand in SQL text without surprises: it is quoted, but never needs to be. */
export function checkedSchema(name: string): string {
  if (/^[a-z_][a-z0-9_]{0,47}$/.test(name) && !name.startsWith("pg_")) return name;
  throw new Error(
    `"${name}" cannot be the schema: use 1 to 48 lower-case letters, digits and _, no digit first and no "pg_".`,
  );
}
