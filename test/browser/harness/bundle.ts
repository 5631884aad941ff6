import { type BuildOptions, build, type Metafile } from "esbuild";
import { root } from "../../packaging/commands.ts";

export interface Bundle {
  readonly code: string;
  readonly bytes: Uint8Array;
  readonly inputs: Metafile["inputs"];
}

/** Bundles TypeScript source that imports from the root of the repository. */
export async function bundle(source: string, options: BuildOptions = {}): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: root, loader: "ts", sourcefile: "entry.ts" },
    absWorkingDir: root,
    bundle: true,
    target: "es2022",
    jsx: "automatic",
    define: {
      "process.env.NODE_ENV": '"development"',
      // Vue warns about flags that are not set.
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "true",
    },
    ...options,
    write: false,
    metafile: true,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error("esbuild made no file.");
  return { code: file.text, bytes: file.contents, inputs: metafile.inputs };
}
