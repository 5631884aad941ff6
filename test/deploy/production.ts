/** A database as the recipes set it up: an owner, a role for the servers, a role for backups, and a shop. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { openPostgres } from "../../adapters/postgres/mod.ts";
import { root } from "../packaging/commands.ts";
import type { PostgresVersion } from "../setup/postgres-binaries.ts";
import { type PostgresServer, startPostgresServer } from "../setup/postgres-server.ts";
import { openBusyShop, platformId } from "./busy-shop.ts";
import { runProgram } from "./program.ts";

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

/** The settings of a server of a recipe, without its database. */
export const serverSettings: Readonly<Record<string, string>> = {
  HANDBILL_BASE_URL: "https://ads.example",
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
