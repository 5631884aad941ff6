// The service `migrate` of compose.yaml: the schema, as its owner, and the rights of the servers' role. A second time it changes
// nothing.
import process from "node:process";
import { grantsFor, openPostgres } from "handbill/adapters/postgres";
import postgres from "postgres";

const store = await openPostgres(process.env.DATABASE_URL);
for (const { number, name } of await store.migrate()) console.log(number, name);
await store.close();
const sql = postgres(process.env.DATABASE_URL, { max: 1 });
await sql.unsafe(grantsFor("handbill_app"));
await sql.end();
