import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const folder = fileURLToPath(new URL("./", import.meta.url));

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
    external: ["node:*", "cloudflare:*"],
    logLevel: "error",
  });
}
