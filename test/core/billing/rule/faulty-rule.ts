import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { Rule } from "./world.ts";

/** A piece of source text of `core/billing`, and what stands there instead. */
export interface Replacement {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface Fault extends Replacement {
  readonly fault: string;
  /** The name of the case that fails. */
  readonly refusedBy: string;
}

const core = resolve(import.meta.dirname, "../../../../core");

/** Imports a copy of `core/billing` with replaced source text. Throws if the text is not there exactly once. */
export async function faultyRule({ file, from, to }: Replacement): Promise<Rule> {
  const folder = mkdtempSync(join(tmpdir(), "handbill-billing-"));
  try {
    for (const path of globSync(join(core, "billing/*.ts"))) {
      const name = basename(path);
      const source = readFileSync(path, "utf8");
      const pieces = source.split(from);
      if (name === file && pieces.length !== 2) throw new Error(`${file} has ${pieces.length - 1} × ${from}`);
      const text = name === file ? pieces.join(to) : source;
      writeFileSync(join(folder, name), text.replaceAll('from "../', `from "${core}/`));
    }
    const rule: Rule = Object.assign(
      {},
      ...(await Promise.all(
        ["budgets", "decide-issue", "frequency", "judge-event", "release"].map(
          (name) => import(join(folder, `${name}.ts`)),
        ),
      )),
    );
    return rule;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
