// One of the simulator's threads: simulates the day of each message, and answers with the figures.
import { parentPort } from "node:worker_threads";
import type { Scenario } from "./day.ts";
import { measure } from "./measure.ts";
import { simulate } from "./simulate.ts";

parentPort?.on("message", async (scenario: Scenario) => {
  parentPort?.postMessage(measure(await simulate(scenario)));
});
