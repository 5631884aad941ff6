import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { createTestClock } from "../conformance/clock.ts";
import { openOverStore } from "../contract/over-store.ts";
import { defineContractSuite } from "../contract/suite.ts";
import { cleanUp, newFile } from "./temporary.ts";

/** An installation of one process: its data in a file, its rate limits in its memory. */
defineContractSuite("the contract on SQLite", async () => {
  const clock = createTestClock();
  const store = openSqlite({ file: newFile(), clock: clock.now });
  const close = async (): Promise<void> => {
    await store.close();
    await cleanUp();
  };
  return openOverStore({ name: "SQLite", store, clock, close });
});
