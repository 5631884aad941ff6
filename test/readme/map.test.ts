import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "../packaging/commands.ts";
import { pageAt } from "./pages.ts";

const { text } = pageAt("test/README.md");
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** The files of the rows whose first cell is `cell`. */
function filesOf(cell: string): readonly string[] {
  const row = text.split("\n").find((line) => line.startsWith(`| ${cell} |`)) ?? "";
  return [...row.matchAll(/`([^`]+\.ts)`/g)].map(([, file = ""]) => file);
}

describe("the map from the contract to its tests", () => {
  const sections = [...pageAt("core/contract/contract.md").text.matchAll(/^##+ ([\d.]+?)\.? /gm)].map(
    ([, section = ""]) => section,
  );

  it("has every section of the contract", () => {
    expect(sections.length).toBeGreaterThan(20);
    expect(sections.filter((section) => !text.includes(`| §${section} |`))).toEqual([]);
  });

  it.each(sections.filter((section) => section !== "6"))("names a test that quotes §%s", (section) => {
    const quotes = new RegExp(`§${section.replace(".", "\\.")}\\b`);
    expect(filesOf(`§${section}`).filter((file) => quotes.test(read(file)))).not.toEqual([]);
  });
});

describe("the map from the ports to their cases", () => {
  const ports = ["serving", "management", "report", "settlement", "audit", "webhook", "installation"];
  const operations = ports.flatMap((port) =>
    [...read(`core/storage/${port}-store.ts`).matchAll(/^ {2}(\w+)\(/gm)].map(([, name = ""]) => name),
  );

  it("has every operation", () => {
    expect(operations.length).toBeGreaterThan(20);
    expect(operations.filter((name) => filesOf(`\`${name}\``).length === 0)).toEqual([]);
  });

  it.each(operations)("names files with cases that call %s", (name) => {
    const silent = filesOf(`\`${name}\``).filter(
      (file) => !new RegExp(`\\b${name}\\b`).test(read(`test/conformance/store/${file}`)),
    );
    expect(silent).toEqual([]);
  });
});
