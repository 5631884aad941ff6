import { describe, expect, it } from "vitest";
import type { HttpResponse } from "../../../core/contract/http.ts";
import type { Management } from "../../../core/management/management.ts";
import { install, operatorToken } from "../installation.ts";
import { describedManagement } from "./described-management.ts";

type Fault = (answer: HttpResponse) => HttpResponse;

/** The management side of an installation, answering with a fault. */
async function faulty(fault: Fault): Promise<Management> {
  const { management } = await install();
  return describedManagement({
    ...management,
    answer: async (request) => fault(await management.answer(request)),
    fetch: async (request, connection) => {
      const response = await management.fetch(request, connection);
      const { status, headers, body } = fault({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      });
      return new Response(body === "" ? null : body, { status, headers });
    },
  });
}

const url = "https://ads.example/api/v1/manage";

async function asked(management: Management, path: string, init: RequestInit = {}): Promise<number> {
  const headers = { authorization: `Bearer ${operatorToken}`, "content-type": "application/json" };
  return (await management.fetch(new Request(`${url}${path}`, { headers, ...init }))).status;
}

const inBody =
  (change: (json: Record<string, unknown>) => object): Fault =>
  (answer) => ({ ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) });
const inHead =
  (change: (headers: Record<string, string | undefined>) => object): Fault =>
  (answer) => ({
    ...answer,
    headers: Object.fromEntries(
      Object.entries({ ...answer.headers, ...change(answer.headers) }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  });

const faults: readonly (readonly [string, string, Fault, RegExp])[] = [
  ["an undeclared field", "/publishers/north", inBody((json) => ({ ...json, extra: 1 })), /"extra"/],
  [
    "an undeclared field of an item",
    "/platforms",
    inBody(({ items, next }) => ({ items: [{ ...Object(Array(items).flat()[0]), owner: "n" }], next })),
    /"owner"/,
  ],
  ["a missing field", "/campaigns/roaster-coffee", inBody(({ pacing: _, ...json }) => json), /pacing/],
  [
    "a field of another type",
    "/reports",
    inBody((json) => ({ ...json, uniques: null })),
    /uniques must be array/,
  ],
  ["an undeclared value", "/keys", inBody(() => ({ items: [], next: 7 })), /next/],
  [
    "an undeclared success",
    "/publishers",
    (answer) => ({ ...answer, status: 202 }),
    /status 202 is not declared/,
  ],
  [
    "an undeclared refusal",
    "/publishers",
    (answer) => ({ ...answer, status: 409 }),
    /status 409 is not declared/,
  ],
  ["an undeclared header", "/topics", inHead(() => ({ "x-more": "1" })), /header x-more is not declared/],
  ["no ETag", "/publishers/north", inHead(() => ({ etag: undefined })), /header ETag is missing/],
  ["an ETag on a list", "/publishers", inHead(() => ({ etag: '"a"' })), /header etag is not declared/],
  ["another Cache-Control", "/audit", inHead(() => ({ "cache-control": "public" })), /header Cache-Control/],
  [
    "another content type",
    "/reports",
    inHead(() => ({ "content-type": "text/html" })),
    /content type text\/html is not declared/,
  ],
  ["a table where there is none", "/keys", inHead(() => ({ "content-type": "text/csv" })), /text\/csv/],
  ["a code of another status", "/publishers/x", inBody((json) => ({ ...json, code: "busy" })), /\/code/],
  [
    "an undeclared field of a refusal",
    "/publishers/x",
    inBody((json) => ({ ...json, stack: "" })),
    /"stack"/,
  ],
  [
    "another status for a path that is none",
    "/nothing",
    (answer) => ({ ...answer, status: 400 }),
    /status 400/,
  ],
];

describe("an answer that is held against /openapi.json", () => {
  it.each(faults)("fails with %s", async (_name, path, fault, words) => {
    await expect(asked(await faulty(fault), path)).rejects.toThrow(words);
  });

  it.each(faults)("fails with %s, also where a server asks", async (_name, path, fault, words) => {
    const management = await faulty(fault);
    const request = {
      method: "GET",
      target: `/api/v1/manage${path}`,
      header: (name: string) => (name === "authorization" ? `Bearer ${operatorToken}` : undefined),
      readBody: async () => new Uint8Array(0),
    };
    await expect(management.answer(request)).rejects.toThrow(words);
  });

  it("passes without a fault", async () => {
    const management = await faulty((answer) => answer);
    for (const path of new Set(faults.map(([, target]) => target))) {
      expect([200, 404], path).toContain(await asked(management, path));
    }
  });
});

describe("a request that was done", () => {
  const body = JSON.stringify({ id: "new", name: "New" });
  const created = inBody(() => ({ id: "new", name: "New" }));
  const pretend = (path: string, init: RequestInit): Promise<number> =>
    faulty((answer) => ({ ...created(answer), status: 201, headers: { ...answer.headers, ...good } })).then(
      (management) => asked(management, path, { method: "POST", ...init }),
    );
  const good = { "content-type": "application/json", etag: '"a"' };

  it("fails where the document refuses its body, its query or its lack of a header", async () => {
    expect(await pretend("/publishers", { body })).toBe(201);
    const wrong = JSON.stringify({ id: "new" });
    await expect(pretend("/publishers", { body: wrong })).rejects.toThrow(
      /a body that is declared otherwise/,
    );
    await expect(pretend("/publishers?dry=1", { body })).rejects.toThrow(/\?dry, which is not declared/);
    const removal = await faulty(() => ({ status: 204, headers: { ...always }, body: "" }));
    await expect(asked(removal, "/publishers/north", { method: "DELETE" })).rejects.toThrow(
      /done without the header If-Match/,
    );
  });

  const always = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
});
