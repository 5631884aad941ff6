import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { Fault } from "./faults.ts";
import type { Rule } from "./world.ts";

const root = resolve(import.meta.dirname, "../../../..");

/** Imports a copy of `core/traffic` with replaced source text. Throws if the text is not there exactly once. */
export async function faultyRule({ file, from, to }: Pick<Fault, "file" | "from" | "to">): Promise<Rule> {
  const folder = mkdtempSync(join(tmpdir(), "handbill-traffic-"));
  try {
    for (const path of globSync(join(root, "core/traffic/*.ts"))) {
      const name = basename(path);
      const source = readFileSync(path, "utf8");
      const pieces = source.split(from);
      if (name === file && pieces.length !== 2) throw new Error(`${file} has ${pieces.length - 1} × ${from}`);
      const text = name === file ? pieces.join(to) : source;
      const isbot = join(root, "node_modules/isbot/index.mjs");
      writeFileSync(
        join(folder, name),
        text.replaceAll('from "../', `from "${root}/core/`).replace('from "isbot"', `from "${isbot}"`),
      );
    }
    return await import(join(folder, "judge.ts"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
