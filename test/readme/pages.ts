/** The project's pages: every Markdown file, with its code blocks, links, headings and code spans. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../packaging/commands.ts";

export interface Page {
  /** From the root of the project. */
  readonly path: string;
  readonly text: string;
}

export interface Block {
  /** The comment `<!-- … -->` above the block; empty without one. */
  readonly mark: string;
  readonly language: string;
  readonly text: string;
}

const folders = "{core,adapters,runtimes,test}";

export const pages: readonly Page[] = globSync(["*.md", `${folders}/**/*.md`], {
  cwd: root,
  exclude: ["**/node_modules/**", "**/.next/**"],
})
  .sort()
  .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));

export function pageAt(path: string): Page {
  const page = pages.find((other) => other.path === path);
  if (page === undefined) throw new Error(`There is no page ${path}.`);
  return page;
}

const fence = /(?:<!-- ([^\n]*) -->\n)?^( *)```(\w+)\n([\s\S]*?)\n *```$/gm;

export function blocksOf({ text }: Page): readonly Block[] {
  return [...text.matchAll(fence)].map(([, mark = "", indent = "", language = "", block = ""]) => ({
    mark,
    language,
    text: block.replaceAll(`\n${indent}`, "\n").slice(indent.length),
  }));
}

/** The block below `<!-- mark -->`. */
export function markedBlock(path: string, mark: string): string {
  const block = blocksOf(pageAt(path)).find((other) => other.mark === mark);
  if (block === undefined) throw new Error(`${path} has no block below <!-- ${mark} -->.`);
  return block.text;
}

/** Targets of links and pictures, as written. */
export function linksOf({ text }: Page): readonly string[] {
  const prose = text.replaceAll(fence, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, target = ""]) => target);
}

/** Paths below the project's folders that a page names as code. */
export function namedPaths({ text }: Page): readonly string[] {
  const spans = [...text.replaceAll(fence, "").matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  return spans
    .flatMap((span) => span.split(" "))
    .filter((word) => /^(?:core|adapters|runtimes|test)\/[\w./-]+$/.test(word));
}

/** The names that links of GitHub and npm give to headings. */
export function anchorsOf({ text }: Page): ReadonlySet<string> {
  const headings = text.replaceAll(fence, "").matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}
