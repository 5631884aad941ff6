import { checkedSchema, defaultSchema } from "./schema-name.ts";

/**
 * The grants for a role that serves and manages on a schema of another role, as SQL for the owner. Run it once after the first
 * `handbill migrate`; it covers later migrations. Such a role reads tables, and changes
 * them through the schema's functions alone, which act with the owner's rights: it cannot change or delete a charge,
 * an adjustment, a statement or a record of the audit trail.
 * Throws for a name that needs quotes in SQL.
 */
export function grantsFor(role: string, schema: string = defaultSchema): string {
  const name = `"${checkedSchema(schema)}"`;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(role)) {
    throw new Error(
      `"${role}" cannot be the role: use 1 to 63 lower-case letters, digits and _, no digit first.`,
    );
  }
  return `grant usage on schema ${name} to "${role}";
grant select on all tables in schema ${name} to "${role}";
grant execute on all functions in schema ${name} to "${role}";
alter default privileges in schema ${name} grant select on tables to "${role}";
alter default privileges in schema ${name} grant execute on functions to "${role}";
`;
}
