import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openModuleStore } from "../../runtimes/cli/open-module-store.ts";
import { smallCatalog } from "../catalog/small-catalog.ts";
import { freePort, removeTemporaryDirectories, runCli, startCli, temporaryDirectory } from "./run-cli.ts";

const adapter = (name: string): string =>
  JSON.stringify(new URL(`../../adapters/${name}/mod.ts`, import.meta.url).href);
const env = { HANDBILL_SECRET: "s".repeat(43) };

let directory = "";
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterAll(removeTemporaryDirectories);

async function write(name: string, source: string): Promise<string> {
  const file = join(directory, name);
  await writeFile(file, source);
  return file;
}

test("a module's store is given to every command, and to start", { timeout: 200_000 }, async () => {
  const file = await write(
    "store.mjs",
    `import { openSqlite } from ${adapter("sqlite")};
    export default async function open(env) {
      return openSqlite({ file: env("OUR_FILE") });
    }`,
  );
  const settings = { ...env, OUR_FILE: join(directory, "ours.db"), HANDBILL_STORE: "./store.mjs" };
  const cli = (args: readonly string[], stdin = "") => runCli(args, { directory, env: settings, stdin });
  expect(await cli(["migrate", "--plan"])).toMatchObject({ code: 0, stdout: "0001 first_release\n" });
  expect(await cli(["apply", "-"], JSON.stringify(smallCatalog()))).toMatchObject({ code: 0 });
  expect(await cli(["key", "create", "--label", "ours"])).toMatchObject({ code: 0 });
  expect((await cli(["key", "list"])).stdout).toContain("ours");
  const started = await startCli(await freePort(), { directory, env: settings });
  expect(started.facts.data).toBe(file);
  expect((await fetch(`${started.facts.baseUrl}/readyz`)).status).toBe(200);
  expect((await started.stop()).code).toBe(0);
});

test("an absolute path and the name of a script name a module, too", { timeout: 60_000 }, async () => {
  const file = await write(
    "memory.mjs",
    `import { createMemoryStore } from ${adapter("memory")};
    export default () => createMemoryStore();`,
  );
  for (const path of [file, "memory.mjs"]) {
    expect(await runCli(["key", "list", "--store", path], { directory, env })).toMatchObject({ code: 0 });
  }
});

test.each([
  ["store-syntax.mjs", "export default function open( {", "cannot be loaded"],
  ["store-named.mjs", "export const open = () => ({});", "write `export default function open(env) { … }`"],
  ["store-empty.mjs", "export default () => undefined;", "Missing: catalogChanges, readSpend"],
  [
    "store-part.mjs",
    `import { createMemoryStore } from ${adapter("memory")};
     export default async () => ({ ...createMemoryStore(), issue: undefined, close: 7, retention: undefined });`,
    "Missing: issue, retention, close. See",
  ],
])("%s is refused with what to do", async (name, source, message) => {
  const file = await write(name, source);
  const refusal = await openModuleStore(file).catch((error: unknown) => error);
  expect(refusal).toMatchObject({ name: "InvalidSetting", message: expect.stringContaining(message) });
  expect(refusal).toMatchObject({ message: expect.stringContaining(file) });
});

test("a module that is not there is wrong usage", { timeout: 60_000 }, async () => {
  const settings = { ...env, HANDBILL_STORE: "./none.mjs" };
  const refused = await runCli(["key", "list"], { directory, env: settings });
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toContain(`${join(directory, "none.mjs")}, which does not exist.`);
});

test.each([
  ["opened", "export default () => { throw outage; };"],
  ["loaded", "throw outage;"],
])(
  "an outage when a module's store is %s is reported without a stack",
  { timeout: 60_000 },
  async (_, end) => {
    const outage = 'Object.assign(new Error("The database is away: start it."), { outage: true })';
    await write("away.mjs", `const outage = ${outage};\n${end}`);
    const told = await runCli(["key", "list"], { directory, env: { ...env, HANDBILL_STORE: "./away.mjs" } });
    expect(told).toMatchObject({ code: 1, stdout: "", stderr: "The database is away: start it.\n" });
  },
);
