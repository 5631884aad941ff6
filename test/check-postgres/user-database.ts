import process from "node:process";
import postgres from "postgres";

/** The database to check. */
export function userDatabase(): string {
  const url = process.env["HANDBILL_CHECK_URL"];
  if (url === undefined) throw new Error("Run it by `npm run check:postgres -- --url postgres://…`.");
  return url;
}

/** Begins the names of a run's schemas. */
export const schemaPrefix: string = `handbill_check_${process.pid}`;

/** Drops the schemas of this run. */
export async function dropSchemas(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const schemas = await sql<{ name: string }[]>`
      select nspname as name from pg_namespace where nspname like ${`${schemaPrefix.replaceAll("_", "\\_")}%`}`;
    for (const { name } of schemas) await sql`drop schema ${sql(name)} cascade`;
  } finally {
    await sql.end();
  }
}
