/** Writes what browsers get into `dist`, beside the compiled command line. Last step of `npm run build`. */
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buildBrowserBundle } from "../../runtimes/demo/browser-bundles.ts";
import { root } from "./commands.ts";

const bundles = [
  ["handbill", "runtimes/browser/handbill.js"],
  ["handbill-debug", "runtimes/browser/handbill-debug.js"],
  ["demo-page", "runtimes/demo/site/page.js"],
] as const;
const site = "runtimes/demo/site";

for (const [name, path] of bundles) {
  const target = join(root, "dist", path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, await buildBrowserBundle(name));
}
for (const name of await readdir(join(root, site))) {
  if (/\.(?:html|css|svg|webm)$/.test(name))
    await copyFile(join(root, site, name), join(root, "dist", site, name));
}
