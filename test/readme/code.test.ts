import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../packaging/commands.ts";
import { compile } from "./compile.ts";
import { blocksOf, pages } from "./pages.ts";

/** Blocks that begin with the path of a file quote it; `test/sqlite/guide.test.ts` compares them. */
const isQuote = (text: string): boolean => /^\/\/ \w+\/[\w./-]+\n/.test(text);

it("every program in a page compiles against the package's exports, and so do the catalogue documents", {
  timeout: 120_000,
}, async () => {
  const programs = pages.flatMap((page) =>
    blocksOf(page)
      .filter(({ language, text }) => ["ts", "js"].includes(language) && !isQuote(text))
      .map(({ text }, index) => ({ name: `${page.path.replaceAll("/", "-")}-${index + 1}.ts`, text })),
  );
  for (const path of ["test/examples/catalog.json", "runtimes/demo/catalog.json"]) {
    const document = await readFile(join(root, path), "utf8");
    const text = `import type { CatalogDocument } from "handbill/catalog";\nexport const document: CatalogDocument = ${document};`;
    programs.push({ name: `${path.replaceAll("/", "-")}.ts`, text });
  }
  expect(programs.length).toBeGreaterThan(6);
  expect(await compile(programs)).toBe("");
});
