import { openTarget } from "../contract/over-socket.ts";
import { defineContractSuite } from "../contract/suite.ts";
import { objectsTarget } from "../runtimes/targets.ts";

defineContractSuite("the contract on workerd, in one object", () =>
  openTarget(objectsTarget("workerd in one object", "object")),
);
defineContractSuite("the contract on workerd, by a router over placed objects", () =>
  openTarget(objectsTarget("workerd over placed objects", "placed")),
);
