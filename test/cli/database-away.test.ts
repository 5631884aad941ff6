/** `handbill start` with a database that accepts no connection. It does not try for long: a service manager starts it again. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type RefusingProxy, startRefusingProxy } from "../setup/refusing-proxy.ts";
import {
  type Finished,
  freePort,
  removeTemporaryDirectories,
  runCli,
  temporaryDirectory,
} from "./run-cli.ts";

let proxy: RefusingProxy;
let directory = "";
beforeAll(async () => {
  directory = await temporaryDirectory();
});
beforeEach(async () => {
  proxy = await startRefusingProxy(0);
});
afterEach(() => proxy.close());
afterAll(removeTemporaryDirectories);

const start = async (port: number, env: Readonly<Record<string, string>> = {}): Promise<Finished> =>
  runCli(["start", "--port", String(await freePort())], {
    directory,
    env: { DATABASE_URL: `postgres://handbill@127.0.0.1:${port}/postgres`, ...env },
  });

test("without a listening server the start fails with a message", async () => {
  const { code, stdout, stderr } = await start(await freePort());
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain("ECONNREFUSED");
  expect(stderr).toContain("Check that the server of DATABASE_URL runs");
});

test.each([
  ["57P03", "starting up or shutting down"],
  ["53300", "no connection left"],
  ["close", "Check that the server of DATABASE_URL runs"],
  ["reset", "Check that the server of DATABASE_URL runs"],
] as const)(
  "a connection that meets %s: the start fails after the first one, with a message",
  async (welcome, text) => {
    proxy.welcome(welcome);
    const { code, stdout, stderr } = await start(proxy.port);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(text);
    expect(proxy.attempts()).toBe(1);
  },
);

test("HANDBILL_PREPARED_STATEMENTS is on or off", async () => {
  const { code, stderr } = await start(proxy.port, { HANDBILL_PREPARED_STATEMENTS: "maybe" });
  expect(code).toBe(2);
  expect(stderr).toContain("HANDBILL_PREPARED_STATEMENTS must be on or off.");
});
