import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rateLimitCases, storeCases } from "./mod.ts";
import type { PromiseCoverage } from "./promises/promise.ts";
import { rateLimitCoverage } from "./promises/rate-limiter.ts";
import { storePromises } from "./promises/store-promises.ts";

interface Port {
  readonly file: string;
  readonly coverage: readonly PromiseCoverage[];
  readonly names: ReadonlySet<string>;
}

const ofStores = new Set(storeCases.map(({ name }) => name));

const ports: readonly Port[] = [
  ...Object.entries(storePromises).map(([file, coverage]) => ({ file, coverage, names: ofStores })),
  {
    file: "core/ratelimit/rate-limiter.ts",
    coverage: rateLimitCoverage,
    names: new Set(rateLimitCases.map(({ name }) => name)),
  },
];

/** The sentences of all doc comments of a file, and the items of their lists. */
function sentencesOf(file: string): readonly string[] {
  const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  return [...source.matchAll(/\/\*\*([\s\S]*?)\*\//g)].flatMap(([, comment = ""]) => {
    const lines = comment.split("\n").map((line) => line.replace(/^\s*\*? ?/, "").trim());
    const text = lines.map((line) => (line.startsWith("- ") ? `\n${line.slice(2)}` : line || "\n")).join(" ");
    const sentences = text.split("\n").flatMap((part) => part.split(/(?<=[.:])\s+(?=[A-Z`{])/));
    return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
  });
}

describe.each(ports)("the kit's coverage of $file", ({ file, coverage, names }) => {
  it("goes through every sentence of the port, in its order", () => {
    const listed = sentencesOf(file).map((sentence, n) => {
      const [beginning = ""] = coverage[n] ?? [];
      return beginning !== "" && sentence.startsWith(beginning) ? beginning : `not listed here: ${sentence}`;
    });
    expect(listed).toEqual(coverage.map(([beginning]) => beginning));
  });

  it("names only cases that there are", () => {
    const named = coverage.flatMap(([, by]) => ("because" in by ? [] : by));
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });
});
