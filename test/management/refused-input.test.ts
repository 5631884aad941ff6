import { expect, test } from "vitest";
import type { LogEntry } from "../../core/mod.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { baseUrl, install, operatorToken } from "./installation.ts";

test("an unknown field is refused by name, with a pointer to the known ones", async () => {
  const place = await install();
  const { status, json } = await place.call("operator", "GET", "/reports?frm=2026-11-21");
  expect(status).toBe(400);
  expect(json["errors"]).toEqual([
    {
      path: "frm",
      message:
        "Remove or correct this unknown field; /api/v1/manage/openapi.json lists the fields of this call.",
    },
  ]);
  const body = { platformId: "pf_north" };
  const explained = await place.call("operator", "POST", "/explain", { body });
  expect(explained.json["errors"]).toMatchObject([
    { path: "platform_id", message: "Add this field: it is required." },
    { path: "platformId", message: expect.stringContaining("unknown field") },
  ]);
});

test("an error repeats nothing that was sent", async () => {
  const place = await install();
  for (const [path, body, message] of [
    ["/catalog/plan", { catalog: {}, prune: "secret" }, "Must be true or false."],
    ["/campaign-status", { status: "secret", campaigns: [{ id: "c" }] }, 'Use one of ("active" | "paused").'],
  ] as const) {
    const reply = await place.call("operator", "POST", path, { body });
    expect([reply.status, reply.json["errors"]]).toMatchObject([400, [{ message }]]);
    expect(reply.text).not.toContain("secret");
  }
  const format = await place.call("operator", "GET", "/reports?format=secret");
  expect([format.status, format.text]).toEqual([400, expect.not.stringContaining("secret")]);
});

test("a call without its body is refused with advice to send one", async () => {
  const place = await install();
  const { status, json } = await place.call("operator", "POST", "/catalog/plan");
  expect({ status, detail: json["detail"] }).toEqual({
    status: 400,
    detail: "Send a JSON object in the body.",
  });
  const number = await place.call("operator", "POST", "/catalog/plan", { body: "7" });
  expect(number.json["detail"]).toBe("Send a JSON object in the body.");
});

test("an error of a whole request has no field name", async () => {
  const place = await install();
  const response = await place.management.fetch(
    new Request(`${baseUrl}/api/v1/manage/catalog/plan`, {
      method: "POST",
      headers: { authorization: `Bearer ${operatorToken}`, "content-type": "text/plain" },
      body: "{}",
    }),
  );
  expect(response.status).toBe(400);
  expect(JSON.parse(await response.text()).detail).toBe("Send the header Content-Type: application/json.");
});

test.each([
  "/api/v1/manage:abc",
  "/api/v1/manage[/platforms",
  "/api/v1/manage%zz/platforms",
  "/api/v1/manage/x/api/v1/manage:99999/platforms",
  "/api/v1/managex/platforms",
  "/api/v1/manage@x/platforms",
])(
  "a path that only begins like one of the API gets 404, without an error in the log: %s",
  async (target) => {
    const log: LogEntry[] = [];
    const place = await install({ log: (entry) => log.push(entry) });
    for (const authorization of [undefined, `Bearer ${operatorToken}`]) {
      const answer = await place.management.answer({
        method: "GET",
        target,
        header: (name) => (name === "authorization" ? authorization : undefined),
        readBody: async () => new Uint8Array(0),
      });
      expect([answer.status, JSON.parse(answer.body).code]).toEqual([404, "not_found"]);
    }
    expect(log).toEqual([]);
  },
);

test("every refusal has a request_id, also that of a method for the description", async () => {
  const place = await install();
  const response = await place.management.fetch(new Request(`${baseUrl}/openapi.json`, { method: "PUT" }));
  expect(response.status).toBe(405);
  expect(JSON.parse(await response.text()).request_id).toMatch(/^[\w-]{22}$/);
});

test.each(["a.example, b.example", "a.example,b.example", "", "me@a.example", "a.example/openapi.json"])(
  "a message needs exactly one well-formed Host header, on every path: %j",
  async (host) => {
    const place = await install({ console: createConsole() });
    for (const target of [
      "/api/v1/manage/platforms",
      "/openapi.json",
      "/console",
      "/console/sign-in",
      "/other",
    ]) {
      const headers = new Map([["authorization", `Bearer ${operatorToken}`]]);
      const ask = (given: string | undefined) =>
        place.management.answer({
          method: "GET",
          target,
          header: (name) => (name === "host" ? given : headers.get(name)),
          readBody: async () => new Uint8Array(0),
        });
      const answer = await ask(host);
      expect([answer.status, JSON.parse(answer.body).code], target).toEqual([400, "invalid_request"]);
      for (const good of [undefined, "ads.example", "[::1]:8787"]) {
        expect((await ask(good)).status, `${target} ${good}`).not.toBe(400);
      }
    }
  },
);
