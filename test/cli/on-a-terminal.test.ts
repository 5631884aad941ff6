import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { afterAll, expect, test } from "vitest";
import { smallCatalog } from "../catalog/small-catalog.ts";
import { finished, mainFile, removeTemporaryDirectories, temporaryDirectory } from "./run-cli.ts";

const slow = 60_000;
afterAll(removeTemporaryDirectories);

test("on a terminal apply has colours and progress, and NO_COLOR takes the colours away", {
  timeout: slow,
}, async () => {
  const directory = await temporaryDirectory();
  await writeFile(join(directory, "catalog.json"), JSON.stringify(smallCatalog()));
  const apply = "apply catalog.json";
  // util-linux: runs the command on a terminal of its own.
  const onTerminal = async (line: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
    const command = `${process.execPath} ${mainFile} ${line}`;
    const child = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
      cwd: directory,
      env: { PATH: process.env["PATH"], TERM: "xterm", ...env },
      stdio: ["pipe", "pipe", "pipe"],
    });
    return (await finished(child)).stdout;
  };
  await onTerminal("migrate");
  const planned = await onTerminal(`${apply} --plan`);
  expect(planned).toContain("\u001b[32mto create\u001b[39m");
  const plain = await onTerminal(`${apply} --plan`, { NO_COLOR: "1" });
  expect(plain).toContain("2 to create");
  expect(plain).not.toContain("\u001b[3");
  expect(await onTerminal(apply)).toContain("Storing 8 changes …");
});
