/** The plan of the house: rooms are the first level below core, adapters and runtimes. CONTRIBUTING.md, "The house". */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, test } from "vitest";

/** The rooms of core from the bottom up; each imports only rooms that stand before it. */
const coreOrder = [
  "environment",
  "host-callback",
  "outage",
  "once",
  "money",
  "money-format",
  "currency",
  "lru",
  "ip-address",
  "contract",
  "timing",
  "log",
  "metrics",
  "consent",
  "signing",
  "usable-sources",
  "ratelimit",
  "traffic",
  "configuration",
  "user-key",
  "catalog",
  "storage",
  "reporting",
  "billing",
  "settlement",
  "topics",
  "planning",
  "selection",
  "serving",
  "pipeline",
  "shared-state",
  "handbill",
  "management",
  "mod",
];

/** Composition roots: they alone bring an adapter and what serves together. */
const compositionRoots = ["runtimes/cli", "runtimes/demo", "runtimes/deploy"];

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = globSync("{core,adapters,runtimes}/**/*.{ts,js,mjs}", { cwd: join(import.meta.dirname, "..") });
const imports: readonly Import[] = files.flatMap((from) =>
  [
    ...readFileSync(join(import.meta.dirname, "..", from), "utf8").matchAll(
      /(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g,
    ),
  ].map(([, path = ""]) => ({ from, to: normalize(join(dirname(from), path)) })),
);

function roomOf(file: string): string {
  const [area = "", room = ""] = file.split("/");
  return `${area}/${room.replace(/\.ts$/, "")}`;
}

/** The circles that arrows form, each named by its members; none where everything can be put in an order. */
function circlesOf(arrows: readonly Import[]): readonly string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of arrows)
    if (from !== to) targets.set(from, (targets.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (name: string, path: readonly string[]): void => {
    if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(" → "));
    if (done.has(name) || path.includes(name)) return;
    for (const target of targets.get(name) ?? []) visit(target, [...path, name]);
    done.add(name);
  };
  for (const name of targets.keys()) visit(name, []);
  return circles;
}

describe("the house", () => {
  test("has files, and their imports are found", () => {
    expect(files.length).toBeGreaterThan(400);
    expect(imports.length).toBeGreaterThan(1_500);
  });

  test("no circle of files, type imports included", () => {
    expect(circlesOf(imports)).toEqual([]);
  });

  test("no two rooms import each other, and no circle of rooms", () => {
    expect(circlesOf(imports.map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) })))).toEqual([]);
  });

  test("core is ordered: a room imports only rooms below it", () => {
    const level = (file: string): number => coreOrder.indexOf(roomOf(file).slice("core/".length));
    const inCore = imports.filter(({ from }) => from.startsWith("core/"));
    expect(
      inCore.filter(({ from, to }) => level(from) < 0 || level(to) < 0 || level(to) > level(from)),
    ).toEqual([]);
  });

  test("core knows nothing around it", () => {
    expect(imports.filter(({ from, to }) => from.startsWith("core/") && !to.startsWith("core/"))).toEqual([]);
  });

  test("an adapter imports core and itself; PostgreSQL and SQLite know no other adapter", () => {
    const strange = imports.filter(
      ({ from, to }) =>
        from.startsWith("adapters/") &&
        !to.startsWith("core/") &&
        roomOf(from) !== roomOf(to) &&
        roomOf(to) !== "adapters/kit",
    );
    expect(strange).toEqual([]);
  });

  test("serving imports nothing of management", () => {
    const serving = new Set(
      coreOrder.slice(0, coreOrder.indexOf("management")).map((name) => `core/${name}`),
    );
    expect(
      imports.filter(({ from, to }) => serving.has(roomOf(from)) && to.startsWith("core/management/")),
    ).toEqual([]);
  });

  test("runtimes get their adapter from the application, composition roots apart", () => {
    const found = imports.filter(
      ({ from, to }) => from.startsWith("runtimes/") && to.startsWith("adapters/"),
    );
    expect(found.filter(({ from }) => !compositionRoots.includes(roomOf(from)))).toEqual([]);
  });

  test("the browser's code imports core/contract only", () => {
    const found = imports.filter(
      ({ from, to }) => roomOf(from) === "runtimes/browser" && roomOf(to) !== "runtimes/browser",
    );
    expect(found.filter(({ to }) => roomOf(to) !== "core/contract")).toEqual([]);
  });

  test("components import core/contract, the SDK and themselves; the AI SDK's part is for servers", () => {
    const rooms = ["runtimes/react", "runtimes/vue", "runtimes/ai-sdk"];
    const found = imports.filter(
      ({ from, to }) => rooms.includes(roomOf(from)) && roomOf(from) !== roomOf(to),
    );
    expect([...new Set(found.map(({ from, to }) => `${roomOf(from)} → ${roomOf(to)}`))].sort()).toEqual([
      "runtimes/ai-sdk → core/contract",
      "runtimes/ai-sdk → core/host-callback",
      "runtimes/react → core/contract",
      "runtimes/react → runtimes/browser",
      "runtimes/vue → runtimes/browser",
    ]);
  });

  test("a planted circle is found", () => {
    const planted = [
      { from: "core/a", to: "core/b" },
      { from: "core/b", to: "core/c" },
      { from: "core/c", to: "core/a" },
    ];
    expect(circlesOf(planted)).toEqual(["core/a → core/b → core/c → core/a"]);
  });
});
