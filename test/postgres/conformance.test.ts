import { afterAll, beforeAll, describe, test } from "vitest";
import { storeCases } from "../conformance/mod.ts";
import { type Backend, pgliteBackend, serverBackend } from "../setup/postgres-backends.ts";

describe.each([
  ["PGlite", pgliteBackend],
  ["a PostgreSQL server", serverBackend],
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
