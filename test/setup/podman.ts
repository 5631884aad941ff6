/**
 * Podman with images of its own, and a stand-in for the base image, which cannot be pulled where no registry of images is in reach: this
 * machine's Debian packages, Node.js and npm under its name. Needs root, or a sudo that asks for no password.
 */
import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { runAsRoot } from "./as-root.ts";

export interface Podman {
  /** Runs podman to its end and returns its output; rejects with its error output when it fails. */
  readonly run: (...args: readonly string[]) => Promise<string>;
  /** `podman build`, with this machine's settings of npm. */
  readonly build: (folder: string, tag: string) => Promise<string>;
  /** Makes the image that a `FROM` names. */
  readonly importBase: (name: string) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** No part of it needs a running systemd, and containers share this machine's network. */
const settings = `
[containers]
netns = "host"
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`;

/** The packages of a slim image that Node.js, npm and a shell need, and those that stand in for other images. */
const packages = [
  ...["base-files", "bash", "ca-certificates", "coreutils", "dash", "grep", "libacl1", "libattr1", "libc6"],
  ...["libc-bin", "libgcc-s1", "libgmp10", "libpcre2-8-0", "libselinux1", "libstdc++6", "libtinfo6", "sed"],
  ...["postgresql-15", "postgresql-client-15", "prometheus", "tzdata"],
];

const postgresPrograms = ["initdb", "pg_ctl", "pg_isready", "postgres", "psql"];

/** The libraries of programs of PostgreSQL, which has many packages for them. */
function librariesOfPostgres(): readonly string[] {
  const programs = postgresPrograms.map((name) => `/usr/lib/postgresql/15/bin/${name}`);
  const listed = execFileSync("ldd", programs, { encoding: "utf8" }).matchAll(/=> (\/\S+)/g);
  return [...listed].flatMap(([, path = ""]) => [path, realpathSync(path)]);
}

export function openPodman(): Podman {
  const folder = mkdtempSync(join(tmpdir(), "handbill-podman-"));
  const conf = join(folder, "containers.conf");
  writeFileSync(conf, settings);
  const env = { CONTAINERS_CONF: conf };
  const storage = [`--root=${join(folder, "images")}`, `--runroot=${join(folder, "run")}`];
  const run = (...args: readonly string[]): Promise<string> =>
    runAsRoot(["env", `CONTAINERS_CONF=${conf}`, "podman", ...storage, ...args], { cwd: folder, env });
  return {
    run,
    build: (context, tag) =>
      run("build", "--network=host", "--format=docker", `--tag=${tag}`, ...npmVolumes(folder), context),
    importBase: async (name) => {
      await run("import", packBase(folder), `docker.io/library/${name}`);
    },
    remove: async () => {
      await run("rm", "--all", "--force", "--time=0");
      await run("system", "reset", "--force");
      await runAsRoot(["rm", "-r", "--force", folder]);
    },
  };
}

/** A tarball of the base image's files. */
function packBase(folder: string): string {
  const base = join(folder, "base");
  mkdirSync(base);
  const listed = execFileSync("dpkg-query", ["--listfiles", ...packages], { encoding: "utf8" }).split("\n");
  const merged = [...listed, ...librariesOfPostgres()].map((path) =>
    path.replace(/^\/(bin|sbin|lib|lib64)\//, "/usr/$1/"),
  );
  const links = ["/bin", "/sbin", "/lib", "/lib64", "/etc/ssl/certs/ca-certificates.crt"];
  const files = [...new Set([...merged, ...links])].filter((path) => path !== "/." && existsSync(path));
  const copy = 'tar --create --directory=/ --no-recursion --files-from=- | tar --extract --directory="$0"';
  execFileSync("sh", ["-c", copy, base], { input: files.map((path) => `.${path}`).join("\n") });

  const lib = join(base, "usr/local/lib/node_modules");
  for (const path of [lib, join(base, "home/node"), join(base, "usr/local/bin")]) {
    mkdirSync(path, { recursive: true });
  }
  writeFileSync(
    join(base, "etc/passwd"),
    "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n",
  );
  writeFileSync(join(base, "etc/nsswitch.conf"), "hosts: files dns\n");
  writeFileSync(join(base, "etc/group"), "root:x:0:\nnode:x:1000:\n");
  copyFileSync(process.execPath, join(base, "usr/local/bin/node"));
  execFileSync("cp", ["-r", join(npm("exec", "--offline", "-c", "printenv npm_execpath"), "../.."), lib]);
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(base, "usr/local/bin/npm"));

  const tarball = join(folder, "base.tar");
  execFileSync("tar", [
    "--create",
    `--file=${tarball}`,
    "--owner=0",
    "--group=0",
    `--directory=${base}`,
    ".",
  ]);
  return tarball;
}

/** Passes the network settings of the host to a build. Earlier downloads are reused. */
function npmVolumes(folder: string): readonly string[] {
  const names = ["registry", "cafile", "proxy", "https-proxy"] as const;
  const lines = names.flatMap((name) => {
    const value = npm("config", "get", name);
    return value === "" || value === "null" ? [] : [`${name}=${value}`];
  });
  writeFileSync(join(folder, "npmrc"), [...lines, "prefer-offline=true", ""].join("\n"));
  return [
    `--volume=${join(folder, "npmrc")}:/root/.npmrc:ro`,
    `--volume=${npm("config", "get", "cache")}:/root/.npm:O`,
  ];
}

function npm(...args: readonly string[]): string {
  return execFileSync("npm", [...args], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}
