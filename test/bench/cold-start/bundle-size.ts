import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Metafile } from "esbuild";

/** In KB (1,000 bytes), gzipped. */
export interface BundleSize {
  readonly all: number;
  /** The bytes that are loaded at the start; the rest is loaded on demand. */
  readonly atStart: number;
}

/** The size of a function bundled in its project as the recipe bundles it; `external` packages are left out. */
export async function bundleSize(entry: string, external: readonly string[]): Promise<BundleSize> {
  const { outputFiles, metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: dirname(entry),
    outdir: ".",
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    minify: true,
    format: "esm",
    platform: "node",
    target: "node24",
    external: [...external],
    logLevel: "error",
  });
  const first = startsWith(metafile);
  const sizes = outputFiles.map(({ path, contents }) => ({
    isFirst: first.has(path),
    kb: gzipSync(contents, { level: 9 }).byteLength / 1000,
  }));
  const sum = (items: typeof sizes): number => items.reduce((total, { kb }) => total + kb, 0);
  return { all: sum(sizes), atStart: sum(sizes.filter(({ isFirst }) => isFirst)) };

  function startsWith({ outputs }: Metafile): ReadonlySet<string> {
    const pathOf = (output: string): string => join(dirname(entry), output);
    const importsOf = new Map(
      Object.entries(outputs).map(([output, { imports }]) => [
        pathOf(output),
        imports.filter(({ kind, external: isOut }) => kind === "import-statement" && !isOut),
      ]),
    );
    const found = new Set(
      Object.entries(outputs).flatMap(([output, { entryPoint }]) =>
        entryPoint !== undefined && join(dirname(entry), entryPoint) === entry ? [pathOf(output)] : [],
      ),
    );
    for (const path of found)
      for (const imported of importsOf.get(path) ?? []) found.add(pathOf(imported.path));
    return found;
  }
}
