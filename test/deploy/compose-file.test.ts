/** compose.yaml, as a linter with the schema of the Compose specification reads it. Debian's compose tools are older than its parts. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bin, run } from "../packaging/commands.ts";
import { recipes } from "./production.ts";

/** Rules of taste: an image that is built here has a name and no version, services stand in the order of their starts, quotes are double. */
const notOurs = [
  "no-build-and-image",
  "require-quotes-in-ports",
  "service-image-require-explicit-tag",
  "service-keys-order",
  "services-alphabetical-order",
];
const file = join(recipes, "container/compose.yaml");

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-compose-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Rejects with every mistake. */
async function lint(...files: readonly string[]): Promise<void> {
  await run(bin("dclint"), [...files, "--max-warnings=0", "--disable-rule", ...notOurs], folder);
}

test("compose.yaml keeps to the schema of the Compose specification, and a mistake in it does not", async () => {
  await lint(file);
  const text = await readFile(file, "utf8");
  const mistakes = [
    ["    read_only: true", "    readonly: true"],
    ["condition: service_healthy", "condition: healthy"],
    ["    file: ./handbill-token", "    path: ./handbill-token"],
    ["stop_grace_period: 15s", "stop_grace_period: [15]"],
    ["name: handbill\n", "names: handbill\n"],
  ] as const;
  const files = mistakes.map((_, n) => join(folder, `mistake-${n}.yaml`));
  for (const [n, [part, mistake]] of mistakes.entries()) {
    expect(text).toContain(part);
    await writeFile(files[n] ?? "", text.replace(part, mistake));
  }
  const refusal = String(await lint(...files).catch((error: unknown) => error));
  expect(refusal.match(/invalid-schema/g)).toHaveLength(mistakes.length);
  for (const wrong of files) expect(refusal).toContain(basename(wrong));
});
