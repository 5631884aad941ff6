/** An instance as an operator would run it: Node over PostgreSQL. Says its address on stdout. */
import process from "node:process";
import { openPostgres } from "../../../adapters/postgres/mod.ts";
import { createHandbill } from "../../../core/mod.ts";
import { environment, serve } from "../../../runtimes/node/mod.ts";

const store = await openPostgres(environment("DATABASE_URL") ?? "");
const handbill = createHandbill({ store, env: environment });
const server = await serve(handbill, { port: 0, maintainEveryMs: 500 });
process.stdout.write(`${server.url}\n`);
process.once("SIGTERM", () => void server.close().then(() => store.close()));
