import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answerTo } from "./raw-socket.ts";
import { exampleTargets, runtimeTargets, type Target } from "./targets.ts";

/** More than one, or none that could name a host. */
const badHosts: readonly (readonly [name: string, headers: readonly string[]])[] = [
  ["two hosts", ["Host: a.example", "Host: b.example"]],
  ["the same host twice", ["Host: a.example", "Host: a.example"]],
  ["two hosts in other letters, apart", ["host: a.example", "X-Between: 1", "HOST: b.example"]],
  ["three hosts", ["Host: a.example", "Host: b.example", "Host: c.example"]],
  ["an empty host and another", ["Host:", "Host: a.example"]],
  ["a host and an empty one", ["Host: a.example", "Host:"]],
  ["a list of hosts", ["Host: a.example, b.example"]],
  ["a list of hosts without a space", ["Host: a.example,b.example"]],
  ["an empty host", ["Host:"]],
  ["a host with a space", ["Host: a b"]],
  ["a user before the host", ["Host: me@a.example"]],
  ["a path behind the host", ["Host: a.example/readyz"]],
  ["a query behind the host", ["Host: a.example?x"]],
  ["a fragment behind the host", ["Host: a.example#x"]],
  ["a backslash", ["Host: a\\example"]],
  ["no number for a port", ["Host: a.example:b"]],
  ["no host before the port", ["Host: :80"]],
  ["an open bracket", ["Host: [::1"]],
];

const goodHosts = [
  "Host: ads.example",
  "Host: ADS.EXAMPLE:8787",
  "Host:   ads.example:8787  ",
  "Host: a_b.internal:1",
  "Host: 127.0.0.1:8787",
  "Host: [::1]:8787",
  "Host: localhost",
  "hOsT: ads.example.",
];

const ownEntries = ["node", "bun", "deno"];

/** Where the runtime makes the request of a socket. Vercel's own proxy stands before a function. */
const overSockets = [...runtimeTargets, ...exampleTargets].filter(
  ({ name }) =>
    [...ownEntries, "hono at the root", "elysia on bun at the root"].includes(name) ||
    /^(?:express|fastify) before .* at the root$/.test(name),
);

describe.each(overSockets)("on $name", ({ open, name }) => {
  let target: Target;
  beforeAll(async () => {
    target = await open();
  });
  afterAll(async () => {
    await target.stop();
  });

  /** A framework's server has no health pages of the service. */
  const isOwn = ownEntries.includes(name);

  it.each(badHosts)(
    "%s: 400 for a page, a web call, a bot's call and a path that is not ours",
    async (_name, headers) => {
      const paths = isOwn
        ? ["GET /livez", "GET /api/v1/click/x", "GET /nowhere"]
        : ["GET /api/v1/click/x", "GET /api/v1/pages/disclosure"];
      for (const line of paths) {
        const { status } = await answerTo(target.url, [`${line} HTTP/1.1`, ...headers].join("\r\n"));
        expect(status, line).toBe(400);
      }
      const body = JSON.stringify({ platform_id: "pf_demo", visitor_id: "v".repeat(16) });
      for (const path of ["/api/v1/web/ads", "/api/v1/ad"]) {
        const lines = [`POST ${path} HTTP/1.1`, ...headers, "Content-Type: application/json"];
        const head = [...lines, `Content-Length: ${body.length}`].join("\r\n");
        expect((await answerTo(target.url, head, body)).status, path).toBe(400);
      }
    },
  );

  it("a list of hosts is answered with the remedy", async () => {
    const head = "GET /api/v1/pages/disclosure HTTP/1.1\r\nHost: a.example,b.example";
    const { text } = await answerTo(target.url, head);
    expect(text).toContain('"code":"invalid_request"');
    expect(text).toContain("exactly one Host header");
  });

  it.each(goodHosts)("%s is answered", async (header) => {
    const head = `GET /api/v1/pages/disclosure HTTP/1.1\r\n${header}`;
    expect((await answerTo(target.url, head)).status).toBe(200);
  });

  it("HTTP/1.0 is answered with a host", async () => {
    const head = "GET /api/v1/pages/disclosure HTTP/1.0\r\nHost: ads.example";
    expect((await answerTo(target.url, head)).status).toBe(200);
  });
});

describe.each(runtimeTargets.filter(({ name }) => ownEntries.includes(name)))(
  "on $name",
  ({ open, name }) => {
    let target: Target;
    beforeAll(async () => {
      target = await open();
    });
    afterAll(async () => {
      await target.stop();
    });

    it("a message without a host is answered 400, of HTTP/1.1 and HTTP/1.0, whatever its path", async () => {
      for (const version of ["1.1", "1.0"]) {
        for (const line of ["GET /livez", "GET /api/v1/click/x", "GET /nowhere", "POST /api/v1/web/ads"]) {
          const { status, text } = await answerTo(target.url, `${line} HTTP/${version}`);
          expect(status, `${line} ${version}`).toBe(400);
          // Bun's own parser refuses it there, with an empty body.
          if (name === "bun" && version === "1.1") continue;
          for (const part of ["invalid_request", "\r\nrequest-id: ", "\r\ncache-control: no-store\r\n"])
            expect(text.replace(/^[\w-]+:/gm, (name) => name.toLowerCase())).toContain(part);
        }
      }
    });

    it("an expectation that nobody knows changes no answer", async () => {
      const head = "GET /api/v1/pages/disclosure HTTP/1.1\r\nHost: ads.example\r\nExpect: something";
      const { status, text } = await answerTo(target.url, head);
      expect(status).toBe(200);
      expect(text).toMatch(/\r\nrequest-id: /i);
    });
  },
);
