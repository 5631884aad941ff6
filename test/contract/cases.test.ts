import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { targets } from "../runtimes/targets.ts";
import type { ContractCase } from "./cases.ts";
import { hostOf } from "./over-socket.ts";
import { contractCases } from "./suite.ts";

const here = import.meta.dirname;
const contract = readFileSync(join(here, "../../core/contract/contract.md"), "utf8");
const cases = contractCases(() => {
  throw new Error("No target is open.");
});

const sectionsIn = (text: string): readonly string[] =>
  [...text.matchAll(/§(\d(?:\.\d)?)/g)].map(([, section = ""]) => section);
const covered = (some: readonly ContractCase[]): ReadonlySet<string> =>
  new Set(some.flatMap(({ name }) => sectionsIn(name).flatMap((section) => [section, section.charAt(0)])));

describe("the cases of the contract", () => {
  const wire = cases.filter((one) => one.wire);

  it("are hundreds, and each has a name of its own", () => {
    expect(wire.length).toBeGreaterThan(300);
    expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  });

  it("quote the section that they check", () => {
    expect(cases.filter(({ name }) => sectionsIn(name).length === 0)).toEqual([]);
  });

  it("run on every mount for every section of the contract, and for every sentence's number", () => {
    const headings = [...contract.matchAll(/^#+ (\d(?:\.\d)?)\.? /gm)].map(([, section = ""]) => section);
    // §6: events, of which there are none.
    const sections = headings.filter((section) => section !== "6");
    expect(sections.length).toBeGreaterThan(18);
    expect([...sections, ...covered(cases)].filter((section) => !covered(wire).has(section))).toEqual([]);
  });
});

describe("the mounts", () => {
  it("have a test file each, named after the runtime or the framework", () => {
    const files = globSync("over-sockets/*.test.ts", { cwd: here }).map((file) => basename(file, ".test.ts"));
    expect(files.sort()).toEqual([...new Set(targets.map(hostOf))].sort());
  });
});
