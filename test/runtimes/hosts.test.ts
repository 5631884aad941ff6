import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Comparable, comparable } from "./comparable.ts";
import { exchange, type RawAnswer } from "./exchange.ts";
import { adRequest, ads, env, requests, serverHeaders, site } from "./mount-requests.ts";
import { hostTargets, runtimeTargets, type Target } from "./targets.ts";

/** One process for each host: limits of a network that the last case alone reaches. */
const limited = {
  ...env,
  HANDBILL_LIMIT_REQUESTS_PER_NETWORK: "4/1h",
  HANDBILL_LIMIT_FAILED_AUTH_PER_NETWORK: "4/1h",
};

/** What node:http answers, to compare with. */
const expected = new Map<string, Comparable>();
beforeAll(async () => {
  const node = await runtimeTargets[0]?.open(limited);
  if (node === undefined) throw new Error("There is no target.");
  for (const [name, request] of Object.entries(requests)) {
    expected.set(name, comparable(await exchange(node.url, request)));
  }
  await node.stop();
}, 60_000);

/**
 * Where a host decides before or after its handler. Koa's parser and Lambda's events keep text, in which bytes that are not UTF-8 are
 * replaced. SvelteKit and Astro refuse text from another site as a forged form; SvelteKit 3.2 ends the connection when a body is not
 * read to its end.
 */
const ownAnswers: Readonly<Record<string, Readonly<Record<string, number | "closed">>>> = {
  "koa after its JSON parser": { "invalid UTF-8": 400 },
  lambda: { "invalid UTF-8": 400 },
  astro: { "another content type": 403 },
  sveltekit: {
    "another content type": 403,
    "a body over 64 KiB in chunks": "closed",
    "a body over 1 MiB in chunks": "closed",
  },
};

describe.each(hostTargets)("$name", (kind) => {
  let target: Target;
  beforeAll(async () => {
    target = await kind.open(limited);
  }, 120_000);
  afterAll(() => target?.stop());

  const post = (path: string, headers: Readonly<Record<string, string>>, body: object): Promise<RawAnswer> =>
    exchange(target.url, { method: "POST", path, headers, body: JSON.stringify(body) });

  it.each(Object.entries(requests))("answers %s as node:http does", async (name, request) => {
    const own = ownAnswers[kind.name]?.[name];
    const answer = exchange(target.url, request);
    if (own === "closed") await expect(answer).rejects.toThrow();
    else if (own !== undefined) expect((await answer).status).toBe(own);
    else expect(comparable(await answer)).toEqual(expected.get(name));
  });

  it("issues an ad and refuses its view in the first second", async () => {
    const issued = await post(ads, serverHeaders, { ...adRequest, accept_formats: ["card"] });
    const { delivery_id, view } = JSON.parse(issued.body).ad;
    const seen = await post("/api/v1/web/seen", serverHeaders, { ...adRequest, delivery_id, view });
    expect(seen).toMatchObject({ status: 409, headers: { "retry-after": "1" } });
  });

  it("refuses JSON that is nested deeper than any stack", async () => {
    const nested = `{"platform_id":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const answer = await exchange(target.url, {
      method: "POST",
      path: ads,
      headers: serverHeaders,
      body: nested,
    });
    expect([answer.status, answer.body.length < 1_000]).toEqual([400, true]);
  });

  // A function has no pages beside it.
  if (kind.name !== "lambda") {
    it("leaves the application its own paths and bodies", async () => {
      const hello = await exchange(target.url, { method: "GET", path: "/hello" });
      expect(hello).toMatchObject({ status: 200, body: "The application's own page." });
      const parsed = await post("/hello", { "content-type": "application/json" }, { a: 1 });
      expect(JSON.parse(parsed.body)).toEqual({ parsed: { a: 1 } });
      const other = await exchange(target.url, { method: "GET", path: "/orders/api/v1/web/ads" });
      expect([other.status, other.body.includes('"request_id"')]).toEqual([404, false]);
    });
  }

  it("§8 knows the client's address: its network has limits, which a valid key is not bounded by", async () => {
    const page = { "content-type": "application/json", origin: site };
    const fields = { ...adRequest, test: true };
    await expect.poll(async () => (await post(ads, page, fields)).status).toBe(429);
    expect((await post(ads, serverHeaders, fields)).status).toBe(200);
  });
});
