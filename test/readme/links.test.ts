import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { root, run } from "../packaging/commands.ts";
import { anchorsOf, linksOf, namedPaths, type Page, pageAt, pages } from "./pages.ts";

interface Link {
  readonly target: string;
  readonly path: string;
  readonly anchor: string;
}

/** The links of a page to files of the project. */
function fileLinks(page: Page): readonly Link[] {
  return linksOf(page)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = "", anchor = ""] = target.split("#");
      return { target, path: file === "" ? page.path : normalize(join(dirname(page.path), file)), anchor };
    });
}

describe.each(pages.map((page) => [page.path, page] as const))("%s", (_path, page) => {
  it("links to files and headings that exist", () => {
    const dead = fileLinks(page).filter(
      ({ path, anchor }) =>
        !existsSync(join(root, path)) || (anchor !== "" && !anchorsOf(pageAt(path)).has(anchor)),
    );
    expect(dead).toEqual([]);
  });

  it("names files and folders that exist", () => {
    expect(namedPaths(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it("names commands that package.json has", () => {
    const { scripts }: { scripts: object } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    const named = [...page.text.matchAll(/npm run ([\w:]+)/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  });
});

describe("the package on npm", () => {
  let packed: ReadonlySet<string>;
  beforeAll(async () => {
    const listed = await run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"]);
    const [{ files }]: [{ files: readonly { readonly path: string }[] }] = JSON.parse(listed);
    packed = new Set(files.map(({ path }) => path));
  });

  it("carries every page", () => {
    expect(pages.map(({ path }) => path).filter((path) => !packed.has(path))).toEqual([]);
  });

  it("carries every file that its pages link to", () => {
    const links = pages.filter(({ path }) => packed.has(path)).flatMap(fileLinks);
    expect(links.length).toBeGreaterThan(50);
    expect(links.filter(({ path }) => !packed.has(path))).toEqual([]);
  });
});

it("README.md is for two minutes: at most 120 lines", () => {
  expect(pageAt("README.md").text.split("\n").length).toBeLessThanOrEqual(121);
});
