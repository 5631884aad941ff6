import { existsSync, globSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { dirname, join } from "node:path";

const declaration =
  /^(?:export )?(?:declare )?(?:async )?(?:abstract )?(?:function|class|interface|type|const) (\w+)/;

/**
 * Lists the dead ends of debuggers and editors in a folder: files without a source map, sources that do not exist, and
 * declarations that a map takes to another line.
 */
export function deadMappings(folder: string): readonly string[] {
  return globSync("**/*.{js,d.ts}", { cwd: folder }).flatMap((file) => {
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    const name = /^\/\/# sourceMappingURL=(\S+)$/.exec(lines.findLast((line) => line !== "") ?? "")?.[1];
    if (name === undefined) return [`${file} has no map`];
    const here = dirname(join(folder, file));
    const map = new SourceMap(JSON.parse(readFileSync(join(here, name), "utf8")));
    const paths = map.payload.sources.map((source) => join(here, source));
    const missing = paths.filter((path) => !existsSync(path));
    return missing.length > 0 ? missing : lines.flatMap((line, index) => misled(map, here, line, index));
  });
}

function misled(map: SourceMap, here: string, line: string, index: number): readonly string[] {
  const [found = "", name = ""] = declaration.exec(line) ?? [];
  if (name === "") return [];
  const entry = map.findEntry(index, found.length - name.length);
  if (!("originalSource" in entry)) return [`${name} is in no source`];
  const source = readFileSync(join(here, entry.originalSource), "utf8").split("\n")[entry.originalLine];
  return source?.includes(name) === true
    ? []
    : [`${name}: ${entry.originalSource}:${entry.originalLine + 1}`];
}
