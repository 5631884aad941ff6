import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const examples = fileURLToPath(new URL("../../examples/", import.meta.url));

/** Writes the Vercel examples in Build Output API form (version 3) under `project`/.vercel/output. */
export async function writeBuildOutput(project: string): Promise<string> {
  const output = join(project, ".vercel", "output");
  await writeFunction(output, "api", "vercel.ts");
  await writeFunction(output, "cron", "vercel-cron.ts");
  await writeJson(join(output, "config.json"), {
    version: 3,
    routes: [
      { src: "/api/cron", dest: "/cron" },
      { src: "/(.*)", dest: "/api" },
    ],
    crons: [{ path: "/api/cron", schedule: "* * * * *" }],
  });
  return output;
}

async function writeFunction(output: string, name: string, entry: string): Promise<void> {
  const folder = join(output, "functions", `${name}.func`);
  await build({
    entryPoints: [join(examples, entry)],
    outfile: join(folder, "index.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
  });
  await writeJson(join(folder, ".vc-config.json"), {
    runtime: "nodejs24.x",
    handler: "index.mjs",
    launcherType: "Nodejs",
    shouldAddHelpers: false,
    supportsResponseStreaming: true,
  });
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, JSON.stringify(value, undefined, 2));
}
