/** A Vercel project of plain functions, built as the platform builds it: Build Output API, version 3. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import * as v from "valibot";
import { root } from "../packaging/commands.ts";

const projectShape = v.object({
  rewrites: v.array(v.object({ source: v.string(), destination: v.string() })),
  crons: v.array(v.object({ path: v.string(), schedule: v.string() })),
  functions: v.record(v.string(), v.object({ maxDuration: v.number() })),
});

export interface BuiltProject {
  /** The folder that the invoker of test/runtimes/vercel serves. */
  readonly output: string;
  /** The bundle of each function, by its path without extension, e.g. `/api/ads`. */
  readonly bundles: ReadonlyMap<string, Bundle>;
  readonly cronPath: string;
}

export interface Bundle {
  readonly entry: string;
  /** The entry and what it imports in any case; the others are loaded when they are needed. */
  readonly atStart: readonly string[];
  /** Every file. */
  readonly files: readonly string[];
}

export interface BuildOptions {
  /** Packages that are left out of the bundles. */
  readonly external?: readonly string[];
  readonly minify?: boolean;
}

/** Builds every file under `project`/api into `output`, with the routes and crons of its vercel.json. */
export async function buildVercelProject(
  project: string,
  output: string,
  { external = [], minify = false }: BuildOptions = {},
): Promise<BuiltProject> {
  const settings: unknown = JSON.parse(await readFile(join(project, "vercel.json"), "utf8"));
  const { rewrites, crons, functions } = v.parse(projectShape, settings);
  if (functions["api/*.js"] === undefined) throw new Error("vercel.json no longer knows api/*.js.");
  const bundles = new Map<string, Bundle>();
  for (const file of await readdir(join(project, "api"))) {
    const path = `/api/${basename(file, ".js")}`;
    const folder = join(output, "functions", `${path}.func`);
    const { metafile } = await build({
      entryPoints: { index: join(project, "api", file) },
      outdir: folder,
      outExtension: { ".js": ".mjs" },
      bundle: true,
      // What is imported when it is needed stays in files of its own: Kysely, the migrations.
      splitting: true,
      metafile: true,
      format: "esm",
      platform: "node",
      target: "node24",
      minify,
      external: [...external],
      plugins: [thisPackage],
      logLevel: "error",
    });
    await writeJson(join(folder, ".vc-config.json"), {
      runtime: "nodejs24.x",
      handler: "index.mjs",
      launcherType: "Nodejs",
    });
    bundles.set(path, bundleOf(metafile, join(folder, "index.mjs")));
  }
  const [cron] = crons;
  if (cron === undefined || !bundles.has(cron.path)) throw new Error("The cron's function is missing.");
  // As on the platform, a file that is there goes before a rewrite.
  const files = [...bundles.keys()].map((path) => ({ src: path, dest: path }));
  const rest = rewrites.map(({ source, destination }) => ({ src: source, dest: destination }));
  await writeJson(join(output, "config.json"), { version: 3, routes: [...files, ...rest], crons });
  return { output, bundles, cronPath: cron.path };
}

function bundleOf({ outputs }: Metafile, entry: string): Bundle {
  const importsOf = new Map(
    Object.entries(outputs).map(([file, { imports }]) => [
      resolve(file),
      imports
        .filter(({ kind, external }) => kind === "import-statement" && !external)
        .map(({ path }) => resolve(path)),
    ]),
  );
  const atStart = new Set([entry]);
  for (const file of atStart) for (const imported of importsOf.get(file) ?? []) atStart.add(imported);
  return { entry, atStart: [...atStart], files: [...importsOf.keys()] };
}

/** `handbill/…` as this checkout has it: the sources behind the package's exports. */
const thisPackage: Plugin = {
  name: "this package",
  setup(build) {
    build.onResolve({ filter: /^handbill(\/|$)/ }, async ({ path }) => {
      const { exports }: { exports: Record<string, { default: string }> } = JSON.parse(
        await readFile(join(root, "package.json"), "utf8"),
      );
      const file = exports[`.${path.slice("handbill".length)}`]?.default;
      if (file === undefined) return { errors: [{ text: `The package has no ${path}.` }] };
      return { path: join(root, file.replace("./dist/", "").replace(/\.js$/, ".ts")) };
    });
  },
};

async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(value, undefined, 2));
}
