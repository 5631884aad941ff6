import { execFile } from "node:child_process";
import { copyFile, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const programs = ["start.ts", "with-openapi-fetch.ts", "with-orval.ts"];

const compilerOptions = {
  target: "es2023",
  lib: ["es2024", "dom", "dom.iterable"],
  module: "esnext",
  moduleResolution: "bundler",
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noImplicitReturns: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
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
    write("tsconfig.json", { compilerOptions, include: ["*.ts", "zod-types"] }),
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
  for (const name of ["start.ts", "with-orval.ts"]) {
    await copyFile(join(here, "programs", name), join(directory, "zod-types", name));
  }
  await node(join(modules, "typescript/bin/tsc"), "-p", ".");
  await build({
    absWorkingDir: directory,
    entryPoints: {
      "with-openapi-fetch": "with-openapi-fetch.ts",
      "with-orval": "with-orval.ts",
      "with-orval-and-zod": "zod-types/with-orval.ts",
      "orval-zod": "orval-zod.ts",
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outdir: "dist",
  });
}

/** As its documentation has it: nothing is set that is not needed. */
function orvalConfig(baseUrl: string): string {
  const input = "./openapi.json";
  return `export default ${JSON.stringify({
    fetch: { input, output: { target: "./orval-fetch.ts", client: "fetch", baseUrl } },
    zod: { input, output: { target: "./orval-zod.ts", client: "zod" } },
    fetchWithZod: {
      input,
      output: {
        target: "./zod-types/orval-fetch.ts",
        schemas: { path: "./zod-types/model", type: "zod" },
        client: "fetch",
        baseUrl,
      },
    },
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
