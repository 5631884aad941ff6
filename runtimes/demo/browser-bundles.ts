import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/**
 * `handbill`: the SDK for a script tag, global `Handbill`. `handbill-debug`: the debug overlay. `demo-page`: the script of the demo page.
 */
export type BrowserBundle = "handbill" | "handbill-debug" | "demo-page";

interface Entry {
  /** Beside the compiled command line, in the installed package. */
  readonly built: string;
  /** In a clone. */
  readonly source: string;
}

const entries: Readonly<Record<BrowserBundle, Entry>> = {
  handbill: { built: "../browser/handbill.js", source: "../browser/script-tag.ts" },
  "handbill-debug": {
    built: "../browser/handbill-debug.js",
    source: "../browser/debug/overlay.ts",
  },
  "demo-page": { built: "./site/page.js", source: "./site/page.ts" },
};

/** A bundle can be neither found nor made. */
export class BundleMissing extends Error {
  override name = "BundleMissing";
}

const ready = new Map<BrowserBundle, Promise<string>>();

/**
 * The code of a bundle: the built file, else made of the sources at the first call. Rejects with {@link BundleMissing}
 * where there is neither a file nor esbuild; the next call tries again.
 */
export function browserBundle(name: BrowserBundle): Promise<string> {
  const bundle = ready.get(name) ?? readBuilt(name).then((code) => code ?? buildBrowserBundle(name));
  ready.set(name, bundle);
  bundle.catch(() => ready.delete(name));
  return bundle;
}

async function readBuilt(name: BrowserBundle): Promise<string | undefined> {
  try {
    return await readFile(new URL(entries[name].built, import.meta.url), "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Bundles and minifies the sources by esbuild, a development dependency. */
export async function buildBrowserBundle(name: BrowserBundle): Promise<string> {
  const { build } = await import("esbuild").catch(() => {
    throw new BundleMissing(
      "The script is not built, and esbuild is not installed: run `npm ci --include=dev` in the clone, or `npm run build`.",
    );
  });
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(entries[name].source, import.meta.url))],
    bundle: true,
    write: false,
    minify: true,
    target: "es2022",
    legalComments: "none",
    logLevel: "silent",
    format: name === "handbill" ? "iife" : "esm",
    plugins: [
      {
        name: "minified styles of the card",
        setup: ({ onLoad, esbuild: { transform } }) => {
          onLoad({ filter: /browser[\\/]styles\.ts$/ }, async ({ path }) => {
            const source = await readFile(path, "utf8");
            const [styles = ""] = /(?<== `)[^`]*/.exec(source) ?? [];
            const { code } = await transform(styles, { loader: "css", minify: true });
            // esbuild keeps the spaces in values of custom properties, and the names that only these rules use.
            const dense = code
              .trim()
              .replaceAll(/(?<=[,:/*]) | (?=[/*])/g, "")
              .replaceAll(/(?<!\w)--(?!handbill)(\w)\w*/g, "--$1");
            return { contents: source.replace(styles, () => dense), loader: "ts" };
          });
        },
      },
    ],
  });
  return outputFiles.map(({ text }) => text).join("\n");
}
