import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { expect, it } from "vitest";
import { root } from "../packaging/commands.ts";

/** The files that an entry brings along. No platform: an import of node:anything does not resolve. */
async function filesOf(entry: string): Promise<readonly string[]> {
  const { metafile }: { readonly metafile: Metafile } = await build({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
  });
  return Object.keys(metafile.inputs);
}

it("an ad server alone bundles no part of the console", async () => {
  const files = await filesOf("core/mod.ts");
  expect(files.filter((file) => file.startsWith("core/management/") || file.includes("/d3-"))).toEqual([]);
});

it("the console is made of core and d3, and runs on any runtime", async () => {
  const files = await filesOf("runtimes/console/console.ts");
  expect(files).toContain("runtimes/console/card-script.ts");
  expect(files.filter((file) => !/^(?:core|runtimes\/console|node_modules)\//.test(file))).toEqual([]);
  const packages = files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  expect(
    [...new Set(packages)].filter((name) => !/^(d3-.*|internmap|valibot|@noble\/hashes)$/.test(name)),
  ).toEqual([]);
});
