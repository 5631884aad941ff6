/**
 * Bundles the libraries that an embedder does not install into `dist/libraries`: those of management, console and command line.
 * Their licences go to `dist/licenses.txt`. Runs after the compiler, as a step of `npm run build`.
 */
import { globSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { build } from "esbuild";
import manifest from "../../package.json" with { type: "json" };
import { root } from "./commands.ts";

const dist = join(root, "dist");
const installed = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));

/** The package of an import; `undefined` for a file beside, or a module of the platform. */
function packageOf(specifier: string): string | undefined {
  if (/^(?:\.|\/|node:)/.test(specifier)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

/** Static imports: a library that is imported when it is needed (esbuild, for a clone) is not part of the package. */
const importStatement = /^((?:import|export)\b(?:[^"';=]*\bfrom)?\s*")([^"\n]+)(?=")/gm;

/** The file of each library below `dist`. Own files stay as the compiler wrote them, so their source maps stay true. */
const libraries = new Map<string, string>();
for (const file of globSync("{core,adapters,runtimes}/**/*.js", { cwd: dist })) {
  const text = await readFile(join(dist, file), "utf8");
  const changed = text.replaceAll(importStatement, (whole: string, before: string, specifier: string) => {
    const name = packageOf(specifier);
    if (name === undefined || installed.has(name)) return whole;
    libraries.set(`libraries/${specifier}`, specifier);
    return `${before}${relative(dirname(file), `libraries/${specifier}.js`)}`;
  });
  if (changed !== text) await writeFile(join(dist, file), changed);
}
const { metafile } = await build({
  entryPoints: Object.fromEntries(libraries),
  outdir: dist,
  external: [...installed, "node:*"],
  // hyparquet names it without the prefix, which Deno needs.
  alias: { fs: "node:fs" },
  bundle: true,
  splitting: true,
  chunkNames: "libraries/[name]-[hash]",
  format: "esm",
  platform: "neutral",
  mainFields: ["module", "main"],
  target: "es2023",
  legalComments: "none",
  metafile: true,
  absWorkingDir: root,
});

/** The bundled libraries and their dependencies: some libraries contain parts of these (d3-array has internmap). */
const bundled = new Set(
  Object.keys(metafile.inputs).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
);
for (const name of bundled) {
  const { dependencies = {} } = JSON.parse(
    await readFile(join(root, "node_modules", name, "package.json"), "utf8"),
  );
  for (const dependency of Object.keys(dependencies)) bundled.add(dependency);
}
const licenses: string[] = [];
for (const name of [...bundled].sort()) {
  const folder = join(root, "node_modules", name);
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
  if (file === undefined)
    throw new Error(`${name} has no licence file: find its licence before you bundle it.`);
  licenses.push(`${name}\n\n${(await readFile(join(folder, file), "utf8")).trim()}\n`);
}
await writeFile(join(dist, "licenses.txt"), licenses.join(`\n${"-".repeat(80)}\n\n`));
