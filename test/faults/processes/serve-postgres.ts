/** An instance as an operator would run it: Node, Bun or Deno over PostgreSQL. Says its address on stdout. */
import process from "node:process";
import { openPostgres } from "../../../adapters/postgres/mod.ts";
import { createHandbill } from "../../../core/mod.ts";

const { environment, serve } = await runtime();
const store = await openPostgres(environment("DATABASE_URL") ?? "");
const handbill = createHandbill({ store, env: environment });
const server = await serve(handbill, { port: 0, maintainEveryMs: 500 });
process.stdout.write(`${server.url}\n`);
// An unhandled rejection ends the process with 1.
process.once("SIGTERM", () => void server.close().then(() => store.close()));

function runtime() {
  if ("Bun" in globalThis) return import("../../../runtimes/bun/mod.ts");
  if ("Deno" in globalThis) return import("../../../runtimes/deno/mod.ts");
  return import("../../../runtimes/node/mod.ts");
}
