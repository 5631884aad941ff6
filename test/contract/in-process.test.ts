import { defineContractSuite } from "./suite.ts";
import { openWorld } from "./world.ts";

defineContractSuite("the contract in process", async () => {
  const { target } = await openWorld({ rateLimits: { adsPerKey: false } });
  return target;
});
