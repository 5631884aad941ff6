import { readFileSync } from "node:fs";

/** The instructions that the recipe uses; another one is an error, so that none goes untested. */
export interface Containerfile {
  readonly image: string;
  readonly folder: string;
  readonly copied: readonly string[];
  readonly commands: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly port: number;
  readonly user: string;
  readonly health: readonly string[];
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
}

export function readContainerfile(path: string): Containerfile {
  const given = new Map<string, string[]>();
  for (const line of readFileSync(path, "utf8").split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, name = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    given.set(name, [...(given.get(name) ?? []), rest]);
  }
  const take = (name: string): readonly string[] => {
    const values = given.get(name) ?? [];
    given.delete(name);
    return values;
  };
  const one = (name: string): string => {
    const [value, ...more] = take(name);
    if (value === undefined || more.length > 0) throw new Error(`There must be one ${name}.`);
    return value;
  };
  const list = (json: string): readonly string[] => JSON.parse(json);
  const read: Containerfile = {
    image: one("FROM"),
    folder: one("WORKDIR"),
    copied: take("COPY").flatMap((rest) => rest.split(" ").slice(0, -1)),
    commands: take("RUN"),
    env: Object.fromEntries(take("ENV").flatMap((rest) => rest.split(" ").map((pair) => pair.split("=", 2)))),
    port: Number(one("EXPOSE")),
    user: one("USER"),
    health: list(one("HEALTHCHECK").replace(/^.*?CMD /, "")),
    entrypoint: list(one("ENTRYPOINT")),
    command: list(one("CMD")),
  };
  if (one("STOPSIGNAL") !== "SIGTERM") throw new Error("It must be stopped with SIGTERM.");
  if (given.size > 0) throw new Error(`Nobody tests ${[...given.keys()].join(", ")}.`);
  return read;
}
