/** For `node --import`: `handbill/…` is the project's sources, as in a project that has installed the package. */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const root = new URL("../../", import.meta.url);
const { exports }: { exports: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL("jsr.json", root), "utf8"),
);
const files = new Map(Object.entries(exports).map(([name, file]) => [`handbill${name.slice(1)}`, file]));

registerHooks({
  resolve(specifier, context, next) {
    const file = files.get(specifier);
    return file === undefined
      ? next(specifier, context)
      : { url: new URL(file, root).href, shortCircuit: true };
  },
});
