import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { knownVariables, unknownVariables } from "../../runtimes/cli/unknown-variables.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

test("the known variables are those that the sources name", () => {
  const named = new Set<string>();
  for (const file of globSync("{core,runtimes}/**/*.ts", { cwd: root })) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, name = ""] of text.matchAll(/\bHANDBILL_([A-Z][A-Z_]*[A-Z])\b/g)) named.add(name);
  }
  expect([...named].sort()).toEqual(knownVariables.toSorted());
});

test.each([
  [["HANDBILL_SECRETS"], ["HANDBILL_SECRET?"]],
  [
    ["HANDBILL_BASEURL", "HANDBILL_STROE"],
    ["HANDBILL_BASE_URL?", "HANDBILL_STORE?"],
  ],
  [["HANDBILL_LIMIT_ADS_PER_VISITR"], ["HANDBILL_LIMIT_ADS_PER_VISITOR?"]],
  [["HANDBILL_SOMETHING_ELSE"], ["lists the variables."]],
  [["HANDBILL_SECRET", "DATABASE_URL", "PATH"], []],
  [["HANDBILL_PORT", "HANDBILL_SERVICE_HOST", "HANDBILL_SERVICE_PORT_HTTP", "HANDBILL_PORT_80_TCP_ADDR"], []],
])("of %j the unknown ones are named with the nearest known one", (set, ends) => {
  const lines = unknownVariables(set);
  expect(lines.map((line, n) => line.endsWith(ends[n] ?? ""))).toEqual(ends.map(() => true));
});
