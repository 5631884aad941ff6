import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { knownVariables, unknownVariables } from "../../runtimes/cli/unknown-variables.ts";
import { removeTemporaryDirectories, runCli, temporaryDirectory } from "./run-cli.ts";

afterAll(removeTemporaryDirectories);

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the known variables are those that the sources name", () => {
  const named = new Set<string>();
  for (const file of globSync("{core,runtimes}/**/*.ts", { cwd: root })) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, name = ""] of text.matchAll(/\bHANDBILL_([A-Z][A-Z_]*[A-Z])\b/g)) named.add(name);
  }
  expect([...named].sort()).toEqual(knownVariables.toSorted());
});

/** Variables with values that nothing reads. */
const set = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, "x"]));

test.each([
  [set("HANDBILL_SECRETS"), ["HANDBILL_SECRET?"]],
  [set("HANDBILL_BASEURL", "HANDBILL_STROE"), ["HANDBILL_BASE_URL?", "HANDBILL_STORE?"]],
  [set("HANDBILL_LIMIT_ADS_PER_VISITR"), ["HANDBILL_LIMIT_ADS_PER_VISITOR?"]],
  [set("HANDBILL_SOMETHING_ELSE"), ["lists the variables."]],
  [set("HANDBILL_SECRET", "DATABASE_URL", "PATH"), []],
  [set("HANDBILL_PORT", "HANDBILL_DATABASE_URL"), ["mean DATABASE_URL?", "mean PORT?"]],
])("of %j the unknown ones are named with the nearest known one", (variables, ends) => {
  const lines = unknownVariables(variables);
  expect(lines).toHaveLength(ends.length);
  expect(lines.map((line, n) => line.endsWith(ends[n] ?? ""))).toEqual(ends.map(() => true));
});

test("variables of Kubernetes for a service named handbill are not named", () => {
  const port = "tcp://10.0.0.1:8787";
  const names = ["HANDBILL_SERVICE_HOST", "HANDBILL_SERVICE_PORT_HTTP", "HANDBILL_PORT_80_TCP_ADDR"];
  expect(unknownVariables({ ...set(...names), HANDBILL_PORT: port, HANDBILL_PORT_80_TCP: port })).toEqual([]);
  expect(unknownVariables({ HANDBILL_PORT: "udp://10.0.0.1:53" })).toEqual([]);
});

test("every command names them on stderr, once, and fails or succeeds as before", async () => {
  const directory = await temporaryDirectory();
  const said = "Nothing reads the variable HANDBILL_SERVR: did you mean HANDBILL_SERVER?\n";
  for (const args of [["secret"], ["user", "forget", "--platform", "pf_demo"], ["doctor"]]) {
    const plain = await runCli(args, { directory });
    const named = await runCli(args, { directory, env: { HANDBILL_SERVR: "http://localhost:8787" } });
    expect([named.code, named.stderr]).toEqual([plain.code, args[0] === "doctor" ? "" : said + plain.stderr]);
    expect(named.stdout.split("Nothing reads").length).toBe(args[0] === "doctor" ? 2 : 1);
  }
});
