import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { rateLimitCases, storeCases } from "./mod.ts";
import { auditCoverage } from "./promises/audit-store.ts";
import { conventionCoverage } from "./promises/conventions.ts";
import { installationCoverage } from "./promises/installation-store.ts";
import { managementCoverage } from "./promises/management-store.ts";
import type { PromiseCoverage } from "./promises/promise.ts";
import { rateLimitCoverage } from "./promises/rate-limiter.ts";
import { reportCoverage } from "./promises/report-store.ts";
import { servingCoverage } from "./promises/serving-store.ts";
import { changeCoverage, countCoverage, deliveryCoverage, ledgerCoverage } from "./promises/values.ts";
import { webhookCoverage } from "./promises/webhook-store.ts";

interface Port {
  readonly file: string;
  readonly coverage: readonly PromiseCoverage[];
  readonly names: ReadonlySet<string>;
}

const ofStores = new Set(storeCases.map(({ name }) => name));

const ports: readonly Port[] = [
  { file: "core/storage/store.ts", coverage: conventionCoverage, names: ofStores },
  { file: "core/storage/serving-store.ts", coverage: servingCoverage, names: ofStores },
  { file: "core/storage/management-store.ts", coverage: managementCoverage, names: ofStores },
  { file: "core/storage/installation-store.ts", coverage: installationCoverage, names: ofStores },
  { file: "core/storage/catalog-change.ts", coverage: changeCoverage, names: ofStores },
  { file: "core/storage/delivery.ts", coverage: deliveryCoverage, names: ofStores },
  { file: "core/storage/counts.ts", coverage: countCoverage, names: ofStores },
  { file: "core/storage/ledger-audit.ts", coverage: ledgerCoverage, names: ofStores },
  { file: "core/storage/report-store.ts", coverage: reportCoverage, names: ofStores },
  { file: "core/storage/audit-store.ts", coverage: auditCoverage, names: ofStores },
  { file: "core/storage/webhook-store.ts", coverage: webhookCoverage, names: ofStores },
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
