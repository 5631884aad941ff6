import { openPostgres } from "../../adapters/postgres/mod.ts";
import { defineConformance } from "../postgres/conformance/define.ts";
import { backendAt } from "../setup/postgres-backends.ts";
import { dropSchemas, schemaPrefix, userDatabase } from "./user-database.ts";

defineConformance("the database given", async () => {
  const url = userDatabase();
  // A distant database is given its time.
  const backend = backendAt(
    url,
    (options) => openPostgres(url, { callTimeoutMs: 60_000, ...options }),
    schemaPrefix,
  );
  return {
    ...backend,
    close: async () => {
      await backend.executor.close();
      await dropSchemas(url);
    },
  };
});
