import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { afterAll, expect, it } from "vitest";
import { exampleTargets, nextFile } from "../../runtimes/targets.ts";
import { defineOverSocket } from "../over-socket.ts";

defineOverSocket("next");

afterAll(() => Promise.all(["", "-wal", "-shm", ".lock"].map((end) => rm(nextFile + end, { force: true }))));

it("a store at the top of a module makes no file while Next builds and starts, and opens at its first use", async () => {
  const target = await exampleTargets.find(({ name }) => name.startsWith("next"))?.open();
  if (target === undefined) throw new Error("There is no target for Next.");
  try {
    expect(existsSync(nextFile)).toBe(false);
    const response = await fetch(`${target.url}/store`);
    expect(await response.json()).toEqual({ ready: true });
    expect(existsSync(nextFile)).toBe(true);
  } finally {
    await target.stop();
  }
});
