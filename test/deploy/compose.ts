/**
 * The services of compose.yaml, run by podman. All share one network in which only they are, so names and ports are as printed.
 * Images of Debian's packages stand in for those of a registry.
 */
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import * as v from "valibot";
import { bin, run } from "../packaging/commands.ts";
import type { Podman } from "../setup/podman.ts";
import { recipes } from "./production.ts";
import { runProgram } from "./program.ts";

const service = v.strictObject({
  image: v.string(),
  build: v.optional(v.literal(".")),
  entrypoint: v.optional(v.array(v.string()), []),
  environment: v.optional(v.record(v.string(), v.string()), {}),
  volumes: v.optional(v.array(v.string()), []),
  secrets: v.optional(v.array(v.string()), []),
  read_only: v.optional(v.boolean(), false),
  ports: v.optional(v.array(v.string())),
  healthcheck: v.optional(v.object({ test: v.array(v.string()) })),
  depends_on: v.optional(v.unknown()),
  stop_grace_period: v.optional(v.string()),
  restart: v.optional(v.literal("unless-stopped")),
});
const composed = v.object({
  services: v.objectWithRest({ postgres: service }, service),
  secrets: v.record(v.string(), v.strictObject({ file: v.string() })),
});

/** Options of podman, and arguments of the program. */
export interface StandIn {
  readonly options: readonly string[];
  readonly args: readonly string[];
}

export interface Composed {
  /** The values of .env. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Starts a service and leaves it running, with what a stand-in for its image needs. */
  readonly start: (name: string, standIn?: StandIn) => Promise<void>;
  /** Runs a service to its end with other arguments, as `docker compose run --rm`. Its output. */
  readonly runOnce: (name: string, ...args: readonly string[]) => Promise<string>;
  /** Runs the service's own check of its health. */
  readonly isWell: (name: string) => Promise<boolean>;
}

/** The recipes' folder, copied below `folder`, with the files that `script` writes; Prometheus scrapes sooner. */
export async function openCompose(podman: Podman, folder: string, script: string): Promise<Composed> {
  await cp(recipes, folder, { recursive: true });
  const own = join(folder, "container");
  await runProgram("sh", ["-ec", script], { cwd: own, env: {} });
  const env = parseEnv(await readFile(join(own, ".env"), "utf8"));
  const scraping = await readFile(join(own, "prometheus.yml"), "utf8");
  await writeFile(join(own, "prometheus.yml"), scraping.replaceAll("interval: 15s", "interval: 250ms"));
  const text = await readFile(join(own, "compose.yaml"), "utf8");
  const filled = text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => env[name] ?? "");
  await writeFile(join(own, "filled.yaml"), filled);
  const print = 'JSON.stringify(Bun.YAML.parse(await Bun.file("filled.yaml").text()))';
  const { services, secrets } = v.parse(composed, JSON.parse(await run(bin("bun"), ["--print", print], own)));
  await writeFile(join(own, "hosts"), "127.0.0.1 localhost postgres handbill\n", { mode: 0o644 });
  const named = (name: string): v.InferOutput<typeof service> => v.parse(service, services[name]);

  const optionsOf = async (name: string): Promise<readonly string[]> => {
    const { environment, volumes, secrets: ofService, read_only } = named(name);
    const mounts = volumes.map((volume) => {
      const [source = "", ...rest] = volume.split(":");
      // A volume belongs to the user of its image; here the user is of the stand-in.
      return source.startsWith(".") ? [join(own, source), ...rest].join(":") : `${volume}:U`;
    });
    for (const secret of ofService) {
      mounts.push(`${join(own, secrets[secret]?.file ?? "")}:/run/secrets/${secret}:ro`);
    }
    return [
      name === "postgres" ? "--network=none" : "--network=container:postgres",
      `--volume=${join(own, "hosts")}:/etc/hosts:ro`,
      ...Object.entries(environment).map(([variable, value]) => `--env=${variable}=${value}`),
      ...mounts.map((mount) => `--volume=${mount}`),
      ...(read_only ? ["--read-only"] : []),
    ];
  };
  const imageOf = (name: string): readonly string[] => {
    const { entrypoint, image } = named(name);
    const [program, ...args] = entrypoint;
    return [...(program === undefined ? [] : [`--entrypoint=${program}`]), image, ...args];
  };
  return {
    env,
    start: async (name, { options, args } = { options: [], args: [] }) => {
      const detached = ["--detach", `--name=${name}`, "--health-interval=disable"];
      await podman.run("run", ...detached, ...(await optionsOf(name)), ...options, ...imageOf(name), ...args);
    },
    runOnce: async (name, ...args) =>
      podman.run("run", "--rm", "--no-healthcheck", ...(await optionsOf(name)), ...imageOf(name), ...args),
    isWell: (name) => {
      const [, ...check] = named(name).healthcheck?.test ?? [];
      return podman.run("exec", name, ...check).then(
        () => true,
        () => false,
      );
    },
  };
}

/** Starts PostgreSQL's server as its image does. */
export async function postgresStandIn(folder: string): Promise<StandIn> {
  const file = join(folder, "entrypoint.sh");
  await writeFile(file, postgresEntrypoint, { mode: 0o755 });
  const path = "--env=PATH=/usr/lib/postgresql/15/bin:/usr/bin";
  const options = [
    path,
    "--user=1000:1000",
    `--volume=${file}:/entrypoint.sh:ro`,
    "--entrypoint=/entrypoint.sh",
  ];
  return { options, args: [] };
}

/** Starts Prometheus with the arguments that its image has. */
export const prometheusStandIn: StandIn = {
  options: ["--entrypoint=prometheus"],
  args: ["--config.file=/etc/prometheus/prometheus.yml", "--storage.tsdb.path=/prometheus"],
};

/** What the entrypoint of the image postgres does with a new volume, as its documentation has it. */
const postgresEntrypoint = `#!/bin/sh
set -e
export PGDATA=/var/lib/postgresql/data PGUSER=postgres PGHOST=/tmp
echo "$POSTGRES_PASSWORD" > /tmp/password
initdb --username=postgres --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust --locale=C.UTF-8
pg_ctl --wait --options='-c listen_addresses= -k /tmp' start
for file in /docker-entrypoint-initdb.d/*; do
  case $file in
    *.sql) psql --set=ON_ERROR_STOP=1 --file="$file" ;;
    *) . "$file" ;;
  esac
done
pg_ctl --wait stop
exec postgres -c listen_addresses='*' -k /tmp
`;
