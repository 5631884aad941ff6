import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../packaging/commands.ts";
import { generate } from "./generate-card-script.ts";

it("the console's scripts are up to date with their sources", async () => {
  for (const { file, text } of await generate()) {
    const hint = `Run: node test/console/generate-card-script.ts, which makes ${file}.`;
    expect(readFileSync(join(root, file), "utf8") === text, hint).toBe(true);
  }
});
