/**
 * Bundles the libraries that an embedder does not install into the built files that import them: those of management, console and
 * command line. Their licences go to `dist/licenses.txt`. Runs after the compiler, as a step of `npm run build`.
 */
import { globSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import manifest from "../../package.json" with { type: "json" };
import { root } from "./commands.ts";

const dist = join(root, "dist");
const installed = new Set(Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));

/** The package of an import; `undefined` for a file beside, or a module of the platform. */
function packageOf(specifier: string): string | undefined {
  if (/^(?:\.|\/|node:)/.test(specifier)) return undefined;
  return /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];
}

function isBundled(specifier: string): boolean {
  const name = packageOf(specifier);
  return name !== undefined && !installed.has(name);
}

const ownFilesStay: Plugin = {
  name: "own-files-stay",
  setup: ({ onResolve }) => {
    onResolve({ filter: /.*/ }, ({ path, kind, importer }) => {
      if (kind === "entry-point") return undefined;
      const isOfLibrary = importer.includes("node_modules") && path.startsWith(".");
      // A library that is imported when it is needed (esbuild, for a clone) is not part of the package.
      const isLibrary = isBundled(path) && kind === "import-statement";
      return isOfLibrary || isLibrary ? undefined : { path, external: true };
    });
  },
};

const entryPoints: string[] = [];
for (const file of globSync("{core,adapters,runtimes}/**/*.js", { cwd: dist })) {
  const text = await readFile(join(dist, file), "utf8");
  const imports = text.matchAll(/^(?:import|export)\b(?:[^"';=]*\bfrom)?\s*"([^"\n]+)"/gm);
  if ([...imports].some(([, specifier = ""]) => isBundled(specifier))) entryPoints.push(join(dist, file));
}
const { metafile } = await build({
  entryPoints,
  outdir: dist,
  outbase: dist,
  allowOverwrite: true,
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
  plugins: [ownFilesStay],
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
