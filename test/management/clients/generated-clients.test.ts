import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMemoryStore } from "../../../adapters/memory/mod.ts";
import { createHandbill } from "../../../core/handbill.ts";
import type { Role } from "../../../core/management/principal.ts";
import { routes } from "../../../core/management/routes.ts";
import { serve } from "../../../runtimes/node/mod.ts";
import { type Exchange, operationOf } from "../described/check-answer.ts";
import { describedManagement } from "../described/described-management.ts";
import { document } from "../described/document.ts";
import { install, operatorToken, secret } from "../installation.ts";
import { generateClients, runProgram } from "./generate-clients.ts";

/** A server with one ad that was seen, and all that it was asked by its managers. */
interface Served {
  readonly url: string;
  readonly heard: Exchange[];
  readonly start: Readonly<Record<Role, Readonly<Record<string, string>>>> & { readonly url: string };
  readonly close: () => Promise<void>;
}

async function open(): Promise<Served> {
  const time = { ahead: 0 };
  const clock = (): number => Date.now() + time.ahead;
  const store = createMemoryStore({ clock });
  const settings = { baseUrl: "https://ads.example", secrets: [secret], log: () => {} };
  const handbill = createHandbill({ store, clock, ...settings });
  const heard: Exchange[] = [];
  const place = await install({ store, clock, handbill });
  const management = describedManagement(place.management, (exchange) => heard.push(exchange));
  const running = await serve(
    {
      ...handbill,
      handles: (target) => management.handles(target) || handbill.handles(target),
      answer: (request) => (management.handles(request.target) ? management : handbill).answer(request),
    },
    { port: 0 },
  );
  const ask = async (path: string, body: object): Promise<Readonly<Record<string, unknown>>> => {
    const response = await fetch(`${running.url}/api/v1/web/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${place.keys.live}` },
      body: JSON.stringify({ platform_id: "pf_north", stable_user_id: "me", ...body }),
    });
    return JSON.parse(await response.text());
  };
  const { ad } = await ask("ads", { context: { question: "An espresso?" } });
  time.ahead += 1_500;
  const { delivery_id, view } = Object(ad);
  expect(await ask("seen", { delivery_id, view })).toEqual({ ok: true });
  await handbill.maintain();
  return {
    url: running.url,
    heard,
    start: {
      url: running.url,
      operator: { authorization: `Bearer ${operatorToken}` },
      publisher: { authorization: `Bearer ${place.keys.north}` },
      advertiser: { "x-host-user": "roaster" },
    },
    close: running.close,
  };
}

function roleOf({ requestHeader }: Exchange): Role {
  if (requestHeader("x-host-user") !== undefined) return "advertiser";
  return requestHeader("authorization") === `Bearer ${operatorToken}` ? "operator" : "publisher";
}

function nameOf(exchange: Exchange): string {
  const operation = operationOf(exchange);
  return typeof operation === "object" ? operation.name : String(operation);
}

/** All that there is to do, by whom. */
const everything = routes.flatMap(({ name, roles }) => roles.map((role) => `${name} as ${role}`));

let temporary: string;
let directory: string;
const places = new Map<string, Served>();

function placeOf(program: string): Served {
  const place = places.get(program);
  if (place === undefined) throw new Error("The servers start before the first test.");
  return place;
}

beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), "handbill-clients-"));
  directory = join(temporary, "clients");
  for (const program of ["with-openapi-fetch", "with-orval"]) places.set(program, await open());
  // Compiled with the programs, whose requests and answers have the generated types.
  await generateClients(directory, document, placeOf("with-orval").url);
}, 300_000);

afterAll(async () => {
  for (const place of places.values()) await place.close();
  await rm(temporary, { recursive: true, force: true });
});

describe.each(["with-openapi-fetch", "with-orval"])("clients generated from /openapi.json: %s", (program) => {
  it("make a round trip of every object, in every role", async () => {
    const { heard, start } = placeOf(program);
    await runProgram(directory, program, start);
    const done = heard.filter(({ status }) => status < 300);
    const names = new Set(done.map((exchange) => `${nameOf(exchange)} as ${roleOf(exchange)}`));
    expect([...names].sort()).toEqual(everything.toSorted());
    const tables = done.filter(({ headers }) => headers.get("content-type")?.startsWith("text/csv") === true);
    expect(new Set(tables.map(roleOf)).size).toBe(3);
  });

  it("ask and are answered what the generated zod schemas say, to the last field", async () => {
    const { heard } = placeOf(program);
    const schemas = await import(pathToFileURL(join(directory, "dist/orval-zod.js")).href);
    expect(heard.length).toBeGreaterThan(everything.length);
    for (const exchange of heard.filter(({ status }) => status < 300)) {
      const { requestBody, body, headers, target } = exchange;
      const name = nameOf(exchange).replace(/(?:^|-)(.)/g, (_all, letter: string) => letter.toUpperCase());
      const same = (kind: string, value: unknown): void =>
        expect(schemas[`${name}${kind}`].parse(value), `${name}${kind}`).toEqual(value);
      if (requestBody !== "") same("Body", JSON.parse(requestBody));
      if (headers.get("content-type") === "application/json") same("Response", JSON.parse(body));
      const { limit, before, ...texts } = Object.fromEntries(
        new URL(target, "http://localhost").searchParams,
      );
      const numbers = Object.entries({ limit, before }).flatMap(([key, text]) =>
        text === undefined ? [] : [[key, Number(text)] as const],
      );
      const query = { ...texts, ...Object.fromEntries(numbers) };
      if (Object.keys(query).length > 0) {
        expect(schemas[`${name}QueryParams`].parse(query)).toMatchObject(query);
      }
    }
  });
});
