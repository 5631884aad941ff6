import { expect } from "vitest";
import { adOf, expectProblem } from "../answers.ts";
import { browser, identity, json, paths } from "../client.ts";
import type { Subject } from "../target.ts";

const web = [paths.ads, paths.batch, paths.interact, paths.seen, paths.report];
const click = `/api/v1/click/${"A".repeat(44)}`;

/** §4: which paths and methods there are, preflights and content types; §9: the version. */
export function defineEndpoints({ client, target, describe, it, wire }: Subject): void {
  describe("§4 paths", () => {
    wire.each(["/api/v1/web", "/api/v1/web/nothing", "/api/v1/web/ads/more", "/api/v1/web/seen.json"])(
      "§4 %s is answered 404",
      async (path) => {
        expect((await client.post(path, {}, browser)).status).toBe(404);
      },
    );
    wire(
      "§4 a path below the web endpoints that does not exist is a problem, readable by pages",
      async () => {
        const answer = await client.post("/api/v1/web/nothing", {}, browser);
        expectProblem(answer, 404, "not_found");
        expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      },
    );
    it.each([`${paths.ads}/`, `${paths.ads}//`, `${paths.bot}/`])("§4 %s is answered 404", async (path) => {
      expect((await client.post(path, identity(), browser)).status).toBe(404);
    });
    wire.each(["/api/v2/web/ads", "/api/web/ads", "/web/ads", "/API/V1/web/ads", "/api/v1/WEB/ads"])(
      "§9 the version is the path segment v1, as it is written: %s is answered 404",
      async (path) => {
        expect((await client.post(path, identity(), browser)).status).toBe(404);
      },
    );
    wire("§4 a query changes nothing", async () => {
      adOf(await client.post(`${paths.ads}?test=true&x=%00`, identity(), browser));
    });
  });

  describe("§4 methods", () => {
    const cases = [...web, paths.bot].flatMap((path) =>
      ["GET", "PUT", "PATCH", "DELETE"].map((method) => ({ path, method })),
    );
    wire.each(cases)("§4 $method $path is answered 405 with Allow", async ({ path, method }) => {
      const answer = await client.request(path, { method, headers: browser });
      expectProblem(answer, 405, "method_not_allowed");
      expect(answer.headers.get("allow")).toBe(path === paths.bot ? "POST" : "POST, OPTIONS");
    });
    wire.each([...web, paths.bot])("§4 HEAD %s is answered 405 without a body", async (path) => {
      const answer = await client.request(path, { method: "HEAD" });
      expect([answer.status, answer.text]).toEqual([405, ""]);
    });
    wire.each(["POST", "PUT", "PATCH", "DELETE"])(
      "§4.5 %s on a click link is answered 405",
      async (method) => {
        const answer = await client.request(click, { method });
        expectProblem(answer, 405, "method_not_allowed");
        expect(answer.headers.get("allow")).toBe("GET, HEAD");
      },
    );
    wire("§4.4 OPTIONS on the bot endpoint is answered 405: it is for servers", async () => {
      const answer = await client.request(paths.bot, { method: "OPTIONS", headers: browser });
      expectProblem(answer, 405, "method_not_allowed");
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    });
  });

  describe("§4 preflights", () => {
    const preflight = {
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type",
    };
    wire.each(web)("§4 OPTIONS %s lets every page send JSON, without credentials", async (path) => {
      const headers = { origin: "https://anywhere.example", ...preflight };
      const answer = await client.request(path, { method: "OPTIONS", headers });
      expect([answer.status, answer.text]).toEqual([204, ""]);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-methods")).toBe("POST");
      expect(answer.headers.get("access-control-allow-headers")).toBe("content-type");
      expect(answer.headers.get("access-control-max-age")).toBe("7200");
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
    });
    wire("§4.1 every web answer may be read by pages, errors too, and none allows credentials", async () => {
      const answers = [
        await client.ads(),
        await client.ads({ platform_id: 1 }),
        await client.ads({}, {}),
        await client.ads({}, { origin: "null" }),
        await client.request(paths.ads, { method: "GET" }),
        await client.post(paths.ads, "x".repeat(70_000), browser),
        await client.seen(await client.issue()),
        await client.press(await client.issue(), "forged"),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 400, 401, 403, 405, 413, 409, 410]);
      for (const { headers } of answers) {
        expect(headers.get("access-control-allow-origin")).toBe("*");
        expect(headers.get("access-control-expose-headers")).toBe(
          "Retry-After, RateLimit, RateLimit-Policy, Request-Id",
        );
        expect(headers.get("access-control-allow-credentials")).toBeNull();
        expect(headers.get("set-cookie")).toBeNull();
        expect(headers.get("cache-control")).toBe("no-store");
        expect(headers.get("x-content-type-options")).toBe("nosniff");
      }
    });
  });

  wire("§4 every answer has a Request-Id of its own, which an error answer repeats", async () => {
    const { ad } = await client.issue();
    const answers = [
      await client.ads(),
      await client.request(paths.ads, { method: "OPTIONS", headers: browser }),
      await client.request("/livez"),
      await client.request("/livez", { method: "HEAD" }),
      await client.request("/api/v1/click/forged"),
      await client.post(paths.seen, { delivery_id: ad.delivery_id }, browser),
      await client.ads({}, {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 204, 200, 200, 404, 400, 401]);
    const ids = answers.map(({ headers }) => headers.get("request-id") ?? "");
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
    expect(new Set(ids).size).toBe(ids.length);
    const errors = answers.slice(-3);
    expect(errors.map((answer) => expectProblem(answer, answer.status).request_id)).toEqual(ids.slice(-3));
  });

  describe("§4.1 content types", () => {
    const send = (headers: Readonly<Record<string, string>>) =>
      client.request(paths.ads, {
        method: "POST",
        headers: { ...browser, ...headers },
        body: JSON.stringify(identity()),
      });
    wire.each([
      "application/json",
      "Application/JSON",
      "application/json; charset=utf-8",
      'application/json;charset="UTF-8"',
    ])("§4.1 %s is accepted", async (type) => {
      adOf(await send({ "content-type": type }));
    });
    wire.each([
      "text/plain",
      "application/x-www-form-urlencoded",
      "application/jsonp",
      "application/problem+json",
      "application/json; charset=latin1",
      "text/plain; application/json",
      "",
    ])("§4.1 %j is answered 400", async (type) => {
      expectProblem(await send({ "content-type": type }), 400, "invalid_request");
    });
    wire("§4.1 none is answered 400", async () => {
      expectProblem(await send({}), 400, "invalid_request");
    });
    wire.each(["gzip", "br", "deflate", "zstd"])(
      "§4.1 a content encoding (%s) is answered 400",
      async (encoding) => {
        expectProblem(await send({ ...json, "content-encoding": encoding }), 400, "invalid_request");
      },
    );
  });

  describe("§4.6 health and built-in pages (ours)", () => {
    wire.each(["/livez", "/readyz"])("%s is answered 200 to GET and HEAD", async (path) => {
      const get = await client.request(path);
      expect(get.status).toBe(200);
      const head = await client.request(path, { method: "HEAD" });
      expect([head.status, head.text]).toEqual([200, ""]);
      // RFC 9110 §8.6: the length of GET's body, or none.
      expect([null, String(get.text.length)]).toContain(head.headers.get("content-length"));
    });
    wire.each(["/livez", "/readyz"])("%s is not for POST", async (path) => {
      expect((await client.post(path, {})).status).toBe(405);
    });
    wire.each(["disclosure", "test-ad"])(
      "the page %s runs no script and is in no search engine",
      async (page) => {
        const answer = await client.request(`/api/v1/pages/${page}`);
        expect(answer.status).toBe(200);
        expect(answer.headers.get("content-type")).toMatch(/^text\/html/);
        expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
        expect(answer.headers.get("x-robots-tag")).toBe("noindex");
      },
    );
    wire("the picture of test ads is where test ads say", async () => {
      const [media] = adOf(await client.ads({ test: true, test_format: "image" })).blocks;
      const url = media?.kind === "media" ? media.url : "";
      const answer = await client.request(url.slice(target().linkBase.length));
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    });
  });
}
