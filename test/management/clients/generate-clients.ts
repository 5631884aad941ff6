import { execFile } from "node:child_process";
import { copyFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const programs = ["start.ts", "with-openapi-fetch.ts", "with-orval.ts"];

const compilerOptions = {
  target: "es2023",
  lib: ["es2024", "dom", "dom.iterable"],
  module: "nodenext",
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noImplicitReturns: true,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  rootDir: ".",
  outDir: "dist",
};

/**
 * Generates clients of an OpenAPI document into an empty directory and compiles them with the programs that use them; the
 * scripts are in `dist`. `url`: where the API is. Rejects with what the generators or the compiler say.
 */
export async function generateClients(directory: string, document: unknown, url: string): Promise<void> {
  const write = (name: string, value: unknown): Promise<void> =>
    writeFile(join(directory, name), JSON.stringify(value));
  await mkdir(directory, { recursive: true });
  await Promise.all([
    symlink(modules, join(directory, "node_modules"), "dir"),
    write("package.json", { type: "module" }),
    write("openapi.json", document),
    write("tsconfig.json", { compilerOptions, include: ["*.ts"] }),
    writeFile(join(directory, "orval.config.mjs"), orvalConfig(`${url}/api/v1/manage`)),
    ...programs.map((name) => copyFile(join(here, "programs", name), join(directory, name))),
  ]);
  const node = (...args: string[]) => command(process.execPath, args, directory);
  const hooks = join(here, "typescript-with-api.mjs");
  await node(
    "--import",
    hooks,
    join(modules, "openapi-typescript/bin/cli.js"),
    "openapi.json",
    "-o",
    "types.ts",
  );
  await node(join(modules, "orval/dist/bin/orval.mjs"), "--config", "orval.config.mjs");
  await node(join(modules, "typescript/bin/tsc"), "-p", ".");
}

/** As its documentation has it: nothing is set that is not needed. */
function orvalConfig(baseUrl: string): string {
  const input = "./openapi.json";
  return `export default ${JSON.stringify({
    fetch: { input, output: { target: "./orval-fetch.ts", client: "fetch", baseUrl } },
    zod: { input, output: { target: "./orval-zod.ts", client: "zod" } },
  })}`;
}

/** Runs one of the compiled programs. Rejects with what it says when an assertion of it fails. */
export async function runProgram(directory: string, name: string, start: unknown): Promise<void> {
  const env = { ...process.env, ROUND_TRIP: JSON.stringify(start) };
  await command(process.execPath, [join("dist", `${name}.js`)], directory, env);
}

async function command(
  file: string,
  args: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  try {
    await run(file, args, { cwd, env, maxBuffer: 16 * 1_048_576 });
  } catch (error) {
    const { stdout = "", stderr = "" } = Object(error);
    throw new Error(`${args.join(" ")} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}
