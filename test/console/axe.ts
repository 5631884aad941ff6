import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong with a page. */
export async function axeViolations(tab: Page): Promise<readonly string[]> {
  await tab.evaluate(axe);
  return tab.evaluate(async () => {
    const result = await Reflect.get(window, "axe").run();
    const line = ({ id, nodes }: { id: string; nodes: { target: string[]; failureSummary: string }[] }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target} (${failureSummary})`).join(" | ")}`;
    return result.violations.map(line);
  });
}
