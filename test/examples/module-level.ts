import { openPostgres } from "../../adapters/postgres/mod.ts";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { createInstallation, type Installation } from "../../core/management/mod.ts";
import { environment } from "../../runtimes/node/mod.ts";

/** At the top of a module that a framework also loads while it builds: nothing is opened before the first request. */
const url = environment("DATABASE_URL");
const store = url === undefined ? openSqlite({ file: "handbill.db" }) : await openPostgres(url);
export const installation: Installation = createInstallation({ store, env: environment });
