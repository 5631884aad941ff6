import { afterAll, afterEach, expect, test } from "vitest";
import { freePort, removeTemporaryDirectories, startCli, temporaryDirectory } from "../cli/run-cli.ts";
import { expectMixedMode, type MixedWorld, openMixedWorld } from "./mixed-mode.ts";

let world: MixedWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});
afterAll(removeTemporaryDirectories);

test("two servers with money in PostgreSQL share their limits in Redis, and go on without it when it is killed", async () => {
  const here = await openMixedWorld();
  world = here;
  const directory = await temporaryDirectory();
  const env = {
    DATABASE_URL: here.database.url,
    HANDBILL_RATE_LIMITER: "upstash",
    NODE_ENV: "production",
    HANDBILL_DRAIN: "0s",
  };
  await expectMixedMode(here, async (settings) => {
    const started = await startCli(await freePort(), { directory, env: { ...settings, ...env } });
    return {
      url: `http://127.0.0.1:${started.port}`,
      limiterFailed: () => started.talk().includes("The rate limiter"),
      stop: async () => {
        expect((await started.stop()).code).toBe(0);
      },
    };
  });
});
