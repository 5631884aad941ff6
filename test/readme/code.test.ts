import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bin, root, run } from "../packaging/commands.ts";
import { blocksOf, pages } from "./pages.ts";

/** Blocks that begin with the path of a file quote it; `test/sqlite/guide.test.ts` compares them. */
const isQuote = (text: string): boolean => /^\/\/ \w+\/[\w./-]+\n/.test(text);

it("every program in a page compiles against the package's exports, and so do the catalogue documents", {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "handbill-readme-"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
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
  for (const { name, text } of programs) await writeFile(join(folder, name), text);
  const { exports }: { exports: Readonly<Record<string, string>> } = JSON.parse(
    await readFile(join(root, "jsr.json"), "utf8"),
  );
  const paths = Object.entries(exports).map(([name, file]) => [
    `handbill${name.slice(1)}`,
    [join(root, file)],
  ]);
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      rootDir: "/",
      isolatedDeclarations: false,
      declaration: false,
      moduleDetection: "force",
      typeRoots: [join(root, "node_modules/@types")],
      paths: Object.fromEntries(paths),
    },
    include: ["*.ts"],
    exclude: [],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  try {
    expect(await run(bin("tsc"), ["-p", "."], folder)).toBe("");
  } finally {
    await rm(folder, { recursive: true });
  }
});
