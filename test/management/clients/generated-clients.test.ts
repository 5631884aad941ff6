import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { routes } from "../../../core/management/routes.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type Backend, serverBackend } from "../../setup/postgres-backends.ts";
import { cleanUp, newFile, open } from "../../sqlite/temporary.ts";
import { type Exchange, operationOf } from "../described/check-answer.ts";
import { document } from "../described/document.ts";
import { generateClients, runProgram } from "./generate-clients.ts";
import { type ManagedPlace, type ManagedServer, roleOf, startManagedServer } from "./managed-server.ts";

let temporary: string;
let directory: string;
let server: ManagedServer;
let postgres: Backend;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), "handbill-clients-"));
  directory = join(temporary, "clients");
  [server, postgres] = await Promise.all([startManagedServer(), serverBackend()]);
  // Compiled with the programs, whose requests and answers have the generated types.
  await generateClients(directory, document, server.url);
}, 300_000);

afterAll(async () => {
  await server.close();
  for (const close of closing) await close();
  await postgres.close();
  await cleanUp();
  await rm(temporary, { recursive: true, force: true });
});

const stores: readonly (readonly [string, (clock: () => number) => Promise<Store>])[] = [
  ["memory", async (clock) => createMemoryStore({ clock })],
  ["SQLite", async (clock) => open(newFile(), { clock })],
  [
    "PostgreSQL",
    async (clock) => {
      const opened = await postgres.open({ now: clock });
      closing.push(opened.close);
      return opened.stores[0];
    },
  ],
];
const cases = stores.flatMap(([store, openStore]) =>
  ["with-openapi-fetch", "with-orval", "with-orval-and-zod"].map((program) => ({
    store,
    openStore,
    program,
  })),
);

/** All that there is to do, by whom. */
const everything = routes.flatMap(({ name, roles }) => roles.map((role) => `${name} as ${role}`)).sort();

function nameOf(exchange: Exchange): string {
  const operation = operationOf(exchange);
  return typeof operation === "object" ? operation.name : String(operation);
}

describe.each(cases)(
  "a client generated from /openapi.json, $program, on $store",
  ({ openStore, program }) => {
    let place: ManagedPlace;
    let done: readonly Exchange[];

    beforeAll(async () => {
      place = await server.manage(openStore);
      const failure = await runProgram(directory, program, place.start).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(place.faults).toEqual([]);
      expect(failure).toBeUndefined();
      done = place.heard.filter(({ status }) => status < 300);
    });

    it("makes a round trip of every object, in every role", () => {
      const names = new Set(done.map((exchange) => `${nameOf(exchange)} as ${roleOf(exchange)}`));
      expect([...names].sort()).toEqual(everything);
      const tables = done.filter(
        ({ headers }) => headers.get("content-type")?.startsWith("text/csv") === true,
      );
      expect(new Set(tables.map(roleOf)).size).toBe(3);
    });

    it("sends and receives exactly the fields of the generated zod schemas", async () => {
      const schemas = await import(pathToFileURL(join(directory, "dist/orval-zod.js")).href);
      for (const exchange of done) {
        const name = nameOf(exchange).replace(/(?:^|-)(.)/g, (_all, letter: string) => letter.toUpperCase());
        const { requestBody, body, headers } = exchange;
        const same = (kind: string, value: unknown): void =>
          expect(schemas[`${name}${kind}`].parse(value), `${name}${kind}`).toEqual(value);
        if (requestBody !== "") same("Body", JSON.parse(requestBody));
        if (headers.get("content-type") === "application/json") same("Response", JSON.parse(body));
        const query = queryOf(exchange);
        if (Object.keys(query).length > 0) {
          expect(schemas[`${name}QueryParams`].parse(query)).toMatchObject(query);
        }
      }
    });
  },
);

/** As a program passes it: whole numbers are numbers. */
function queryOf({ target }: Exchange): Readonly<Record<string, string | number>> {
  const { searchParams } = new URL(target, "http://localhost");
  const isNumber = (name: string): boolean => name === "limit" || name === "before";
  return Object.fromEntries(
    [...searchParams].map(([name, text]) => [name, isNumber(name) ? Number(text) : text]),
  );
}
