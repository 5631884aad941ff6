import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";
import { compile } from "svelte/compiler";

/** Compiles Svelte's components by its own compiler. */
export const sveltePlugin: Plugin = {
  name: "svelte",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.svelte$/ }, async ({ path }) => {
      const { js } = compile(await readFile(path, "utf8"), { filename: path, generate: "client", dev: true });
      return { contents: js.code, loader: "js" };
    });
  },
};
