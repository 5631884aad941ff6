import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { browserOn } from "../contract/client.ts";
import { answerTo } from "../runtimes/raw-socket.ts";
import {
  freePort,
  removeTemporaryDirectories,
  runCli,
  type Started,
  startCli,
  temporaryDirectory,
} from "./run-cli.ts";

const visitor = "visitor-0123456789";

let directory = "";
let running: Started | undefined;
beforeAll(async () => {
  directory = await temporaryDirectory();
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
});
afterAll(removeTemporaryDirectories);

async function start(env: Readonly<Record<string, string>> = {}, where = directory): Promise<Started> {
  running = await startCli(await freePort(), { directory: where, env });
  return running;
}

function addressOf({ port }: Started, path: string): string {
  return `http://localhost:${port}${path}`;
}

describe("the page of the demo", () => {
  test("is served at / under a policy that lets in nothing but its own files", async () => {
    const server = await start();
    const page = await fetch(addressOf(server, "/"));
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    const policy = page.headers.get("content-security-policy")?.split("; ");
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-src 'self' https:",
        "require-trusted-types-for 'script'",
      ]),
    );
    const html = await page.text();
    expect(html).toContain(`data-platform="pf_demo" data-base="${server.facts.baseUrl}"`);
    expect(html).not.toMatch(/<style|style=|\son[a-z]+=|<script(?![^>]*\ssrc=)|\{\{/i);

    const files = [...html.matchAll(/(?:src|href)="(demo\/[^"]+)"/g)].map(([, path]) => `/${path}`);
    expect(files.length).toBe(8);
    for (const path of files) {
      const file = await fetch(addressOf(server, path));
      expect({ path, status: file.status }).toEqual({ path, status: 200 });
      expect(file.headers.get("content-type")).toMatch(/^(?:text\/(?:javascript|css)|image\/svg\+xml)/);
      expect((await file.text()).length).toBeGreaterThan(100);
    }
  });

  test("and everything beside it wants exactly one Host header", async () => {
    const server = await start();
    const paths = [
      "/",
      "/demo/page.css",
      "/handbill.js",
      "/console",
      "/api/v1/manage/platforms",
      "/openapi.json",
    ];
    for (const path of [...paths, "/livez", "/nowhere"]) {
      const request = `GET ${path} HTTP/1.1\r\nHost: a.example`;
      const two = await answerTo(addressOf(server, "/"), `${request}\r\nHost: b.example`);
      expect([two.status, two.text.includes('"code":"invalid_request"')], path).toEqual([400, true]);
      expect((await answerTo(addressOf(server, "/"), `${request}, b.example`)).status, path).toBe(400);
      expect((await answerTo(addressOf(server, "/"), request)).status, path).not.toBe(400);
    }
  });

  test("answers HEAD without a body, 304 to a client that has it, and nothing but GET and HEAD", async () => {
    const server = await start();
    for (const path of ["/", "/demo/page.css", "/handbill.js"]) {
      const got = await fetch(addressOf(server, path));
      const head = await fetch(addressOf(server, path), { method: "HEAD" });
      const etag = got.headers.get("etag") ?? "";
      expect(await head.text()).toBe("");
      expect([head.status, head.headers.get("etag")]).toEqual([200, etag]);
      const again = await fetch(addressOf(server, path), { headers: { "if-none-match": `"x", W/${etag}` } });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      expect((await fetch(addressOf(server, path), { method: "POST" })).status).toBe(404);
    }
  });

  test("receives the events of deliveries, and nothing of the user and the question", async () => {
    const server = await start();
    const before = await (await fetch(addressOf(server, "/demo/deliveries"))).json();
    expect(before.deliveries).toEqual([]);
    const ask = async (path: string, body: object): Promise<Response> =>
      fetch(addressOf(server, path), {
        method: "POST",
        headers: { ...browserOn(server.facts.baseUrl), "content-type": "application/json" },
        body: JSON.stringify({ platform_id: "pf_demo", visitor_id: visitor, ...body }),
      });
    const context = { question: "Which espresso did my aunt like?" };
    const { ad } = await (await ask("/api/v1/web/ads", { context, accept_formats: ["consent"] })).json();
    await ask("/api/v1/web/ads", { test: true });

    const issued = await (await fetch(addressOf(server, "/demo/deliveries?since=0"))).json();
    expect(issued.deliveries).toMatchObject([
      { number: 1, format: ad.format, topic: "coffee", steps: [{ kind: "issued" }] },
    ]);
    const { action } = ad.blocks.findLast(({ kind }: { kind: string }) => kind === "buttons").buttons[0];
    await ask("/api/v1/web/interact", { delivery_id: ad.delivery_id, action });
    const answer = await fetch(addressOf(server, `/demo/deliveries?since=${issued.latest}`));
    const text = await answer.text();
    expect(JSON.parse(text).deliveries[0].steps.map(({ kind }: { kind: string }) => kind)).toEqual([
      "issued",
      "pressed",
      "seen",
      "charged",
    ]);
    expect(answer.headers.get("content-type")).toContain("application/json");
    for (const secret of [visitor, "aunt", ad.delivery_id, ad.view, action])
      expect(text).not.toContain(secret);
    const { latest } = JSON.parse(text);
    const nothing = await (await fetch(addressOf(server, `/demo/deliveries?since=${latest}`))).json();
    expect(nothing).toMatchObject({ latest, deliveries: [] });
  });
});

test("explains the requests of its own platform, to its own page only", async () => {
  const server = await start();
  const explain = (body: object, type = "application/json"): Promise<Response> =>
    fetch(addressOf(server, "/demo/explain"), {
      method: "POST",
      headers: { origin: "https://other.example", "content-type": type },
      body: JSON.stringify(body),
    });
  const request = { platform_id: "pf_demo", context: { question: "Which coffee for espresso?" } };
  const answer = await explain({ request });
  expect(answer.status).toBe(200);
  expect((await answer.json()).eligible.join()).toMatch(/coffee-consent was eligible/);
  // Another site's page cannot read it, and its browser asks before it sends JSON.
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  expect((await explain({ request }, "text/plain")).status).toBe(400);
  const preflight = await fetch(addressOf(server, "/demo/explain"), { method: "OPTIONS" });
  expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  const other = { ...request, platform_id: "pf_other" };
  for (const body of [{ request: other }, { request, more: 1 }, {}])
    expect((await explain(body)).status).toBe(400);
});

test("the video of an ad is served as bytes, and in ranges, as Safari asks for it", async () => {
  const server = await start();
  const read = async (headers: Record<string, string> = {}, method = "GET") => {
    const answer = await fetch(addressOf(server, "/demo/harbour.webm"), { method, headers });
    return {
      status: answer.status,
      range: answer.headers.get("content-range"),
      bytes: await answer.bytes(),
      answer,
    };
  };
  const { status, bytes, answer } = await read();
  const { length } = bytes;
  expect([status, answer.headers.get("content-type"), answer.headers.get("accept-ranges")]).toEqual([
    200,
    "video/webm",
    "bytes",
  ]);
  expect(bytes.subarray(0, 4)).toEqual(Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3));
  for (const [range, from, to] of [
    ["bytes=0-1", 0, 2],
    ["bytes=0-", 0, length],
    ["bytes=100-199", 100, 200],
    ["bytes=-10", length - 10, length],
    [`bytes=${length - 1}-${length + 99}`, length - 1, length],
    [`bytes=-${length + 99}`, 0, length],
  ] as const) {
    const part = await read({ range });
    expect([part.status, part.range], range).toEqual([206, `bytes ${from}-${to - 1}/${length}`]);
    expect(part.bytes, range).toEqual(bytes.slice(from, to));
  }
  for (const range of [`bytes=${length}-`, "bytes=-0"]) {
    const none = await read({ range });
    expect([none.status, none.range, none.bytes.length], range).toEqual([416, `bytes */${length}`, 0]);
  }
  for (const range of ["bytes=5-2", "bytes=0-1,4-5", "bytes=-", "lines=0-1", "bytes=one-two"]) {
    const whole = await read({ range });
    expect([whole.status, whole.bytes.length], range).toEqual([200, length]);
  }
  expect((await read({ range: "bytes=0-1", "if-range": '"another"' })).status).toBe(200);
  expect((await read({ range: "bytes=0-1" }, "HEAD")).status).toBe(200);
});

test("the script for other sites comes from any origin, and may be kept for an hour", async () => {
  const server = await start();
  const script = await fetch(addressOf(server, "/handbill.js"), { headers: { origin: "https://a.example" } });
  expect(script.status).toBe(200);
  expect(script.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(script.headers.get("cache-control")).toBe("public, max-age=3600");
  expect(script.headers.get("access-control-allow-origin")).toBe("*");
  const overlay = await fetch(addressOf(server, "/handbill-debug.js"));
  expect([overlay.status, overlay.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  expect(await script.text()).toMatch(/Object\.assign(?:.{0,40})Handbill/);
});

test("behind a path prefix, kept or stripped by the proxy, page and script are found", async () => {
  const server = await start({ HANDBILL_BASE_URL: "https://ads.example/x/" }, await temporaryDirectory());
  for (const path of ["/", "/x/", "/x/demo/page.css", "/x/handbill.js", "/x/demo/deliveries?since=0"]) {
    expect({ path, status: (await fetch(addressOf(server, path))).status }).toEqual({ path, status: 200 });
  }
  expect((await fetch(addressOf(server, "/y/"))).status).toBe(404);
});

test("in production there is the script, and neither page nor deliveries", async () => {
  const settings = {
    HANDBILL_BASE_URL: "https://ads.example",
    HANDBILL_SECRET: "s".repeat(43),
    HANDBILL_DRAIN: "0s",
  };
  const server = await start({ NODE_ENV: "production", ...settings }, await temporaryDirectory());
  expect((await fetch(addressOf(server, "/handbill.js"))).status).toBe(200);
  for (const path of [
    "/",
    "/demo/page.js",
    "/demo/page.css",
    "/demo/deliveries",
    "/demo/beans.svg",
    "/demo/harbour.webm",
  ]) {
    expect({ path, status: (await fetch(addressOf(server, path))).status }).toEqual({ path, status: 404 });
  }
});

test("where the operator has put a catalogue of their own there is no page", async () => {
  const elsewhere = await temporaryDirectory();
  const document = { publishers: [{ id: "acme", name: "Acme" }] };
  await runCli(["apply", "-", "--prune"], { directory: elsewhere, stdin: JSON.stringify(document) });
  const server = await start({}, elsewhere);
  expect((await fetch(addressOf(server, "/"))).status).toBe(404);
  expect((await fetch(addressOf(server, "/demo/deliveries"))).status).toBe(404);
});
