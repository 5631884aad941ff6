import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bin, root, run } from "../packaging/commands.ts";

export interface Program {
  /** A path, whose end says the language. */
  readonly name: string;
  readonly text: string;
}

/** Compiles programs against the package's exports, as in a project that has installed it. Returns what the compiler says. */
export async function compile(programs: readonly Program[], options: object = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "handbill-compile-"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const { name, text } of programs) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
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
      ...options,
    },
    include: ["**/*.ts", "**/*.tsx", "**/*.js", "**/*.jsx"],
    exclude: ["node_modules"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  try {
    return await run(bin("tsc"), ["-p", "."], folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
