// start.sh runs it with the permissions it needs. `./start.sh migrate`, then `./start.sh`.
import process from "node:process";
import { createHandbill } from "handbill";
import { openPostgres } from "handbill/adapters/postgres";
import { environment, serve } from "handbill/deno";

const databaseUrl = environment("DATABASE_URL");
if (!databaseUrl) throw new Error("Set DATABASE_URL: postgres://user:password@host/database");
const store = await openPostgres(databaseUrl);

if (process.argv[2] === "migrate") {
  for (const { number, name } of await store.migrate()) console.log(number, name);
  await store.close();
} else {
  await store.ready();
  const handbill = createHandbill({ store, env: environment });
  const server = await serve(handbill, {
    port: Number(environment("PORT") || 8787),
    hostname: environment("HANDBILL_HOST"),
  });
  console.log(`Handbill listens on ${server.url}`);
  // An unhandled rejection ends the process with 1.
  const stop = () => server.close().finally(() => store.close());
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}
