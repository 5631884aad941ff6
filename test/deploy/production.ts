/** A database as the recipes set it up: an owner, a role for the servers, a role for backups, and a shop. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { root } from "../packaging/commands.ts";
import { markedBlock, pageAt } from "../readme/pages.ts";
import type { PostgresVersion } from "../setup/postgres-binaries.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { openBusyShop, platformId } from "./busy-shop.ts";
import { type ProgramOptions, runProgram } from "./program.ts";

export const recipes: string = join(root, "runtimes/deploy");

export interface Production {
  readonly server: PostgresServer;
  /** The URL of a database for one of the recipes' roles. */
  readonly urlFor: (role: "owner" | "app" | "backup", database?: string) => string;
  /** Runs SQL as the superuser, or as a role. */
  readonly psql: (sql: string, url?: string) => Promise<string>;
}

/** With the roles of roles.sql, and nothing else. */
export async function startProduction(version?: PostgresVersion): Promise<Production> {
  const server = await startPostgresServer({}, version);
  const psql = (sql: string, url: string = server.url): Promise<string> =>
    runProgram(
      "psql",
      ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1", `--dbname=${url}`],
      { cwd: recipes, env: {} },
      sql,
    );
  await psql(await readFile(join(recipes, "postgres/roles.sql"), "utf8"));
  return {
    server,
    urlFor: (role, database = "handbill") =>
      `postgres://handbill_${role}@127.0.0.1:${server.port}/${database}`,
    psql,
  };
}

/** Fills the migrated database, as the servers' role may. The API key. */
export async function openShopFor(production: Production): Promise<string> {
  const store = await openPostgres(production.urlFor("app"));
  const key = await openBusyShop(store);
  await store.close();
  return key;
}

const page = "runtimes/deploy/README.md";

/** The name of the command line on a road, by the table of the page. */
export function handbillOn(road: string): string {
  const found = pageAt(page).text.match(new RegExp(`^\\| ${road} \\| \`([^\`]+)\` \\|`, "m"))?.[1];
  if (found === undefined) throw new Error(`${page} has no command line for ${road}.`);
  return found;
}

/** The page's commands for the first catalogue and key. Their output ends with the key. */
export function firstCommands(handbill: string): string {
  return markedBlock(page, "first catalogue").replaceAll("$HANDBILL", handbill);
}

/** Runs them in a folder. The API key. */
export async function firstKey(handbill: string, options: ProgramOptions): Promise<string> {
  return keyIn(await runProgram("sh", ["-ec", firstCommands(handbill)], options));
}

export function keyIn(output: string): string {
  return /hb_live_\w+$/.exec(output.trim())?.[0] ?? expect.fail(`No key: ${output}`);
}

/** The page's command for the first view. */
export async function confirmFirstView(url: string, apiKey: string): Promise<void> {
  const command = markedBlock(page, "first view").replace("https://hb.example", url).replace("KEY", apiKey);
  const output = await runProgram("sh", ["-ec", command], { cwd: recipes, env: {} });
  expect(output.split("\n")).toEqual([expect.stringContaining('"has_ad":true'), '{"ok":true}']);
}

/** The view is one more charge in the database. */
export async function expectBilledView(
  { psql, urlFor }: Production,
  url: string,
  apiKey: string,
): Promise<void> {
  const charges = async () => Number(await psql("select count(*) from handbill.charges", urlFor("owner")));
  const before = await charges();
  await confirmFirstView(url, apiKey);
  expect(await charges()).toBe(before + 1);
}

/** The settings of a server of a recipe, without its database. */
export const serverSettings: Readonly<Record<string, string>> = {
  HANDBILL_BASE_URL: "https://hb.example",
  HANDBILL_SECRET: "a secret for the tests of the recipes and nothing else",
};

export async function expectAnAd(url: string, apiKey: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/web/ads`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({ platform_id: platformId, stable_user_id: "somebody" }),
  });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ has_ad: true, ad: { test: false } });
}
