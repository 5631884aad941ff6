import { join } from "node:path";
import { type BuildResult, build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "./commands.ts";

/** The one file of the core that may import a library; valibot may be imported anywhere. */
const homes: Readonly<Record<string, string>> = {
  "itty-router": "core/pipeline/router.ts",
  "@noble/hashes": "core/signing/hash.ts",
  isbot: "core/traffic/user-agent.ts",
};

const runtimeGlobals = ["process", "Buffer", "Bun", "Deno", "require", "global", "__dirname", "__filename"];
const marker = "global_of_a_runtime_";

let bundle: BuildResult<{ metafile: true; write: false }>;

beforeAll(async () => {
  // No platform: an import of node:anything, or a package that has one, does not resolve.
  bundle = await build({
    entryPoints: [join(root, "core/mod.ts")],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    // esbuild replaces a name only where nothing in scope declares it: a global.
    define: Object.fromEntries(runtimeGlobals.map((name) => [name, marker + name])),
  });
});

describe("the core", () => {
  it("consists of its own files and of valibot, itty-router, @noble/hashes and isbot", () => {
    const packages = new Set<string>();
    for (const input of Object.keys(bundle.metafile.inputs)) {
      const name = packageOf(input);
      if (name !== undefined) packages.add(name);
      else expect(input).toMatch(/^core\//);
    }
    expect([...packages].sort()).toEqual(["@noble/hashes", "isbot", "itty-router", "valibot"]);
  });

  it("imports each library but valibot in one file", () => {
    const importers: Record<string, Set<string>> = {};
    for (const [file, { imports }] of Object.entries(bundle.metafile.inputs)) {
      if (packageOf(file) !== undefined) continue;
      for (const { path } of imports) {
        const name = packageOf(path);
        if (name === undefined || name === "valibot") continue;
        importers[name] ??= new Set();
        importers[name].add(file);
      }
    }
    const found = Object.entries(importers).map(([name, files]) => [name, [...files].join()]);
    expect(Object.fromEntries(found)).toEqual(homes);
  });

  it("names no runtime: nothing of Node, Bun or Deno is in its code", () => {
    const text = bundle.outputFiles.map((file) => file.text).join("\n");
    expect(text.length).toBeGreaterThan(10_000);
    expect(text.match(new RegExp(`${marker}\\w+`, "g")) ?? []).toEqual([]);
    expect(text.match(/["'`]node:\w+/g) ?? []).toEqual([]);
  });

  it("imports nothing from outside of its bundle", () => {
    const outputs = Object.values(bundle.metafile.outputs);
    expect(outputs.flatMap(({ imports }) => imports)).toEqual([]);
  });
});

function packageOf(path: string): string | undefined {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
}
