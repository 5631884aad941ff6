import { afterAll, beforeAll, describe, test } from "vitest";
import { storeCases } from "../conformance/mod.ts";
import {
  type Backend,
  emptied,
  pgliteBackend,
  poolerBackend,
  serverBackend,
} from "../setup/postgres-backends.ts";

describe.each([
  ["PGlite", emptied(pgliteBackend)],
  ["PostgreSQL 18", emptied(() => serverBackend(18))],
  ["PostgreSQL 15", emptied(() => serverBackend(15))],
  ["PostgreSQL 15 behind PgBouncer in transaction mode", emptied(poolerBackend)],
] as const)("the PostgreSQL store on %s", (_, start) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await start();
  }, 60_000);
  afterAll(() => backend.close(), 60_000);

  test.each(storeCases)(
    "$name",
    (conformance) => conformance.run({ open: (clock) => backend.open(clock) }),
    60_000,
  );
});
