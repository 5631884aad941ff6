/** One server of the torture, in a process of its own: the store of `--store`, perhaps with a planted fault, served by Node. */
import process from "node:process";
import { createInstallation } from "../../core/management/mod.ts";
import { environment, serve } from "../../runtimes/node/mod.ts";
import { plants } from "./plants.ts";
import { loadStore } from "./tortured-store.ts";

const tortured = await loadStore(environment("TORTURED_STORE") ?? "");
const store = await tortured.open(environment("TORTURED_ADDRESS") ?? "");
const planted = plants[environment("TORTURED_PLANT") ?? ""]?.plant(store) ?? store;
const installation = createInstallation({ store: planted, env: environment });
const server = await serve(installation, { port: 0, maintainEveryMs: 500 });
process.stdout.write(`${server.url}\n`);
// An unhandled rejection ends the process with 1.
process.once("SIGTERM", () => void server.close());
