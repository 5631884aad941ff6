import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSqlite } from "../../adapters/sqlite/mod.ts";
import { creative, type Installation, install } from "../management/installation.ts";
import { type Finished, removeTemporaryDirectories, runCli, temporaryDirectory } from "./run-cli.ts";

// Each command is a process of its own.
const slow = 60_000;

let directory = "";
let file = "";
beforeAll(async () => {
  directory = await temporaryDirectory();
  file = join(directory, "handbill.db");
});
afterAll(removeTemporaryDirectories);

const review = (...args: readonly string[]): Promise<Finished> =>
  runCli(["review", ...args, "--store", `sqlite:${file}`], { directory });

/** Only one process may open the file at a time. */
async function meanwhile<T>(act: (place: Installation) => Promise<T>): Promise<T> {
  const store = openSqlite({ file });
  try {
    return await act(await install({ store }));
  } finally {
    await store.close();
  }
}

test("`review` lists what waits, and decides only the listed version", { timeout: slow }, async () => {
  await meanwhile(async ({ call }) => {
    const edit = { ...creative("cr-wheels", "wheels-bikes"), language: "de" };
    const options = { body: edit, headers: { "if-match": "*" } };
    expect((await call("wheels", "PUT", "/creatives/cr-wheels", options)).status).toBe(200);
    const body = { id: "pf_new", name: "New", allowedOrigins: ["https://new.example"] };
    expect((await call("north", "POST", "/platforms", { body })).status).toBe(201);
  });
  const listed = await review("list");
  expect(listed.code).toBe(0);
  expect(listed.stdout).toMatch(/^platforms\/pf_new +\S+ +new +north +https:\/\/new\.example \(new\)$/m);
  expect(listed.stdout).toMatch(/^creatives\/cr-wheels +\S+ +edit +Wheels$/m);
  const items: readonly { id: string; version: string }[] = JSON.parse(
    (await review("list", "--json")).stdout,
  );
  const versionOf = (id: string): string => items.find((item) => item.id === id)?.version ?? "";

  const old = await review("approve", "creatives/cr-wheels", "--version", "old");
  expect([old.code, old.stderr]).toEqual([1, expect.stringContaining("`handbill review list`")]);
  const approved = await review(
    "approve",
    "creatives/cr-wheels",
    "--version",
    versionOf("creatives/cr-wheels"),
  );
  expect([approved.code, approved.stderr]).toEqual([0, "creatives/cr-wheels is approved.\n"]);
  const refused = await review(
    ...["refuse", "platforms/pf_new", "--version", versionOf("platforms/pf_new")],
    ...["--reason", "Which site is this?"],
  );
  expect([refused.code, refused.stderr]).toEqual([0, "platforms/pf_new is refused.\n"]);
  expect((await review("list")).stderr).toBe("Nothing waits.\n");

  const store = openSqlite({ file });
  const { catalog } = await store.readCatalog();
  const [first, second] = await store.readAudit({ limit: 2 });
  await store.close();
  expect(catalog.creatives.find(({ id }) => id === "cr-wheels")).toMatchObject({ language: "de" });
  expect(catalog.platforms.find(({ id }) => id === "pf_new")?.review).toEqual({
    status: "refused",
    reason: "Which site is this?",
  });
  expect([first, second]).toMatchObject([
    { actor: "command line", action: "refuse", kind: "platform", publisherId: "north" },
    { actor: "command line", action: "approve", kind: "creative" },
  ]);
});

test("a refusal needs a reason", { timeout: slow }, async () => {
  const { code, stderr } = await review("refuse", "platforms/pf_new", "--version", "any");
  expect([code, stderr]).toEqual([2, expect.stringContaining("--reason")]);
});
