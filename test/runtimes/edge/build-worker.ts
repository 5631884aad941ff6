import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL("./", import.meta.url));

const root = fileURLToPath(new URL("../../../", import.meta.url));
const { exports }: { exports: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(`${root}jsr.json`, "utf8"),
);

/** `handbill/…` is the project's sources, as in a project that has installed the package. */
const alias = Object.fromEntries(
  Object.entries(exports)
    .reverse()
    .map(([name, file]) => [`handbill${name.slice(1)}`, `${root}${file}`]),
);

/** Bundles a module of this folder as a worker for workerd. */
export async function buildWorker(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [`${folder}${entry}`],
    outfile,
    bundle: true,
    format: "esm",
    target: "es2024",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker", "import"],
    alias,
    external: ["node:*", "cloudflare:*"],
    logLevel: "error",
  });
}
