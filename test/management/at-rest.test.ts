import process from "node:process";
import { expect, it } from "vitest";
import { createConsole } from "../../runtimes/console/console.ts";
import { install } from "./installation.ts";

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

it("a management side that has answered keeps no process alive", async () => {
  const place = await install({ console: createConsole() });
  const before = timers();
  expect((await place.call("operator", "GET", "/campaigns")).status).toBe(200);
  await place.management.fetch(new Request("https://ads.example/console/"));
  expect(timers()).toBe(before);
});
