import { afterAll, beforeAll } from "vitest";
import { openTarget } from "../../contract/over-socket.ts";
import { defineContractSuite } from "../../contract/suite.ts";
import { workerdTarget } from "../targets.ts";
import { type EdgeStores, startEdgeStores } from "./edge-stores.ts";

let stores: EdgeStores;
beforeAll(async () => {
  stores = await startEdgeStores();
}, 120_000);
afterAll(() => stores.stop());

// With the memory store `over-sockets/workerd.test.ts` runs every case.
for (const store of ["upstash", "postgres"]) {
  const open = () => openTarget(workerdTarget("workerd", { TEST_STORE: store, ...stores.env }));
  defineContractSuite(`the contract on workerd with ${store}`, open, "wire");
}
