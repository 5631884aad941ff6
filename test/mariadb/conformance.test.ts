import { afterAll, beforeAll, describe, it } from "vitest";
import { type StoreHarness, storeCases } from "../conformance/mod.ts";
import { mariadbHarness } from "../examples/mariadb.ts";
import { type MariadbServer, startMariadbServer } from "../setup/mariadb-server.ts";

describe("the SQL store on MariaDB", () => {
  let server: MariadbServer;
  let harness: StoreHarness;
  beforeAll(async () => {
    server = await startMariadbServer();
    const { socketPath, user } = server;
    harness = mariadbHarness({ socketPath, user });
  });
  afterAll(() => server.stop());

  it.each(storeCases)("$name", ({ run }) => run(harness));
});
