import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildBrowserBundle } from "../../runtimes/demo/browser-bundles.ts";
import { bundle } from "../browser/harness/bundle.ts";
import { root } from "../packaging/commands.ts";

/** The generated modules of the console: `node test/console/generate-card-script.ts` writes them. */
export interface Generated {
  readonly file: string;
  readonly text: string;
}

const folder = "runtimes/console";

export async function generate(): Promise<readonly Generated[]> {
  const card = await buildBrowserBundle("handbill");
  const page = await bundle(`import "./${folder}/browser/main.ts";`, {
    minify: true,
    target: "es2022",
    legalComments: "none",
    format: "iife",
    // package.json says that no file has side effects; this one's are what it is for.
    ignoreAnnotations: true,
  });
  return [
    moduleOf("card-script.ts", "cardScript", "The SDK as a script tag loads it", card),
    moduleOf("page-script.ts", "pageScript", "The console's own script", page.code),
  ];
}

function moduleOf(file: string, name: string, what: string, code: string): Generated {
  return {
    file: `${folder}/${file}`,
    text: `/** ${what}. Made by \`node test/console/generate-card-script.ts\`; change its sources, not this. */\nexport const ${name}: string =\n  ${literalOf(code.trimEnd())};\n`,
  };
}

/** In the quotes that need fewer escapes, as the formatter writes it. */
function literalOf(code: string): string {
  const count = (quote: string): number => code.split(quote).length;
  // A linter takes a dollar and a brace in quotes for a forgotten template.
  const json = JSON.stringify(code).replaceAll("${", "$\\u007b");
  if (count('"') <= count("'")) return json;
  return `'${json.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

if (import.meta.main) {
  for (const { file, text } of await generate()) await writeFile(join(root, file), text);
}
