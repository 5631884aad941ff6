/** The Vercel recipe as it stands, built by its own build.mjs beside the packages that it names. */
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { root, run } from "../packaging/commands.ts";

const recipe = join(root, "runtimes/deploy/vercel");

export interface BuiltProject {
  /** The folder that the invoker of test/runtimes/vercel serves. */
  readonly output: string;
  readonly functionOf: (name: string) => Promise<BuiltFunction>;
}

export interface BuiltFunction {
  /** The module that the platform imports. */
  readonly entry: string;
  /** The scripts that are run in any case; the others are loaded when they are needed. */
  readonly atStart: readonly string[];
  /** Every script. */
  readonly scripts: readonly string[];
}

/** Builds in a new `project`; with the functions of another folder when `functions` is given. */
export async function buildVercelProject(project: string, functions?: string): Promise<BuiltProject> {
  await cp(recipe, project, { recursive: true });
  if (functions !== undefined) await cp(functions, join(project, "functions"), { recursive: true });
  await installSources(project);
  await run(process.execPath, ["build.mjs"], project);
  const output = join(project, ".vercel/output");
  return { output, functionOf: (name) => readFunction(join(output, "functions/api", `${name}.func`)) };
}

/** The package's exports lead to this checkout's sources, which need no build; the others are linked. */
async function installSources(project: string): Promise<void> {
  const read = async (path: string): Promise<Manifest> => JSON.parse(await readFile(path, "utf8"));
  const { dependencies = {}, devDependencies = {} } = await read(join(project, "package.json"));
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    if (name === "handbill") continue;
    await link(join(root, "node_modules", name), join(project, "node_modules", name));
  }
  const handbill = join(project, "node_modules/handbill");
  const { exports = {} } = await read(join(root, "package.json"));
  const sources = Object.entries(exports).flatMap(([path, target]) =>
    typeof target === "string" ? [] : [[path, sourceOf(target.default)]],
  );
  await mkdir(handbill, { recursive: true });
  const manifest = { name: "handbill", type: "module", exports: Object.fromEntries(sources) };
  await writeFile(join(handbill, "package.json"), JSON.stringify(manifest));
  for (const name of ["core", "adapters", "runtimes", "test"])
    await link(join(root, name), join(handbill, name));
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | { readonly default: string }>>;
}

function sourceOf(built: string): string {
  return built.replace("./dist/", "./").replace(/\.js$/, ".ts");
}

async function link(target: string, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await symlink(target, path);
}

async function readFunction(folder: string): Promise<BuiltFunction> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".cjs"));
  const needs = new Map<string, readonly string[]>();
  for (const name of names) needs.set(name, importsOf(await readFile(join(folder, name), "latin1")));
  const atStart = new Set(["main.cjs"]);
  for (const name of atStart) for (const needed of needs.get(name) ?? []) atStart.add(needed);
  const paths = (found: Iterable<string>): readonly string[] => [...found].map((name) => join(folder, name));
  return { entry: join(folder, "index.mjs"), atStart: paths(atStart), scripts: paths(names) };
}

/** The modules that a script requires at once: esbuild turns `import()` into a `require` inside a `then`. */
function importsOf(script: string): readonly string[] {
  const atOnce = script.replaceAll(/\.then\(\(\)=>[\w$]+\(require\("[^"]+"\)\)\)/g, "");
  return [...atOnce.matchAll(/require\("\.\/([^"]+)"\)/g)].map(([, name = ""]) => name);
}
