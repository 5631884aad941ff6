import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./commands.ts";
import { undocumentedNames } from "./undocumented-names.ts";

/** The entries of the package with types, and their sources. */
function entries(): readonly (readonly [entry: string, module: string])[] {
  const { exports: all } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.entries<{ readonly types?: string }>(all).flatMap(([entry, { types }]) =>
    types === undefined ? [] : [[entry, types.replace("./dist/", "").replace(/\.d\.ts$/, ".ts")] as const],
  );
}

const undocumented = undocumentedNames(entries().map(([, module]) => module));

describe("every exported name and every member of an exported type has a doc comment", () => {
  test.each(entries())("%s", (_, module) => {
    expect(undocumented.get(module)).toEqual([]);
  });

  test("a missing comment is found, for a name and for a member", () => {
    const module = "test/packaging/without-comments.ts";
    const missing = ["Bare", "Bare.member", "Bare.inner", "Union.second", "Both.other", "bare"];
    expect(undocumentedNames([module]).get(module)).toEqual(missing);
  });
});
