/**
 * `npm run release -- 0.2.0`: writes the version into every file that has it, and moves the entries of CHANGELOG.md below
 * "Unreleased" into a section of the version. Changes nothing where it refuses.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";

const versionPattern = /^\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?$/;

/** The files that have the version, with its place in each. `package-lock.json` begins with the package itself. */
const places: readonly (readonly [file: string, place: RegExp])[] = [
  ["package.json", /^( {2}"version": ")[^"]+/m],
  ["package-lock.json", /^( {2}"version": ")[^"]+/m],
  ["package-lock.json", /^( {4}"": \{\n {6}"name": "handbill",\n {6}"version": ")[^"]+/m],
  ["jsr.json", /^( {2}"version": ")[^"]+/m],
  ["runtimes/deploy/container/Containerfile", /^(ARG VERSION=).+/m],
  ["runtimes/deploy/container/package.json", /("handbill": "\^)[^"]+/],
  ["runtimes/deploy/vercel/package.json", /("handbill": "\^)[^"]+/],
];

const unreleased = "## Unreleased\n";

function release(version: string, date: string): string {
  if (!versionPattern.test(version)) {
    return refuse(`"${version}" is no version. Give one, such as: npm run release -- 0.2.0`);
  }
  if (execFileSync("git", ["status", "--porcelain"], { encoding: "utf8" }) !== "") {
    return refuse("There are changes that are not committed. Commit or stash them, then try again.");
  }
  const changes = readFileSync("CHANGELOG.md", "utf8");
  const [, current = ""] = /"version": "([^"]+)/.exec(readFileSync("package.json", "utf8")) ?? [];
  if (isLater(current, version) || changes.includes(`\n## ${version} `)) {
    return refuse(`${current} is the version already. Give a later one.`);
  }
  if (!changes.includes(`${unreleased}\n- `)) {
    return refuse(
      `CHANGELOG.md has no entry below "${unreleased.trim()}". Write what is new, and commit it.`,
    );
  }
  const texts = new Map([
    ["CHANGELOG.md", changes.replace(unreleased, `${unreleased}\n## ${version} (${date})\n`)],
  ]);
  for (const [file, place] of places) {
    const text = texts.get(file) ?? readFileSync(file, "utf8");
    if (!place.test(text))
      return refuse(`${file} has no version where it should be. Compare it with ${place}.`);
    texts.set(
      file,
      text.replace(place, (_, before: string) => before + version),
    );
  }
  for (const [file, text] of texts) writeFileSync(file, text);
  return `Version ${version} is written. Next:
  git commit --all --message 'release: ${version}' && git tag v${version}
  git push origin HEAD v${version}
  npm publish && npx deno publish   # in the CI, whose identity the provenance names`;
}

function refuse(reason: string): string {
  process.exitCode = 1;
  return reason;
}

/** Compares numbers, then says that a version comes after its own pre-releases, and these follow each other by name. */
function isLater(version: string, other: string): boolean {
  const [[ours, ourName], [theirs, theirName]] = [partsOf(version), partsOf(other)];
  const order = ours.map((part, n) => part - (theirs[n] ?? 0)).find((difference) => difference !== 0) ?? 0;
  if (order !== 0) return order > 0;
  return (
    theirName !== "" && (ourName === "" || ourName.localeCompare(theirName, "en", { numeric: true }) > 0)
  );
}

function partsOf(version: string): readonly [numbers: readonly number[], name: string] {
  const [numbers = "", ...name] = version.split("-");
  return [numbers.split(".").map(Number), name.join("-")];
}

console.log(release(process.argv[2] ?? "", new Date().toISOString().slice(0, 10)));
