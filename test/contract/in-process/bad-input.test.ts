import { describe, expect, it } from "vitest";
import { createPrng } from "../../conformance/prng.ts";
import { seeds } from "../../core/seeds.ts";
import { expectProblem } from "../answers.ts";
import { actionsOf, at, browser, identity, json, linksOf, paths, server } from "../client.ts";
import { extensionsOf, prefixesOf, respellingsOf, singleChangesOf } from "../forgeries.ts";
import { openWorld } from "../world.ts";

const encoder = new TextEncoder();

/** Guarantee 12 in the store: bad input leaves nothing behind. */
describe("§7 bad input stores nothing", () => {
  it.each(["constructor", "toString", "hasOwnProperty", "__proto__", "*"])(
    "§4 the method %s, which a socket may send, is answered 405 with Allow",
    async (method) => {
      const { client } = await openWorld();
      const answer = await client.request(paths.ads, { method, headers: browser });
      expectProblem(answer, 405, "method_not_allowed");
      expect(answer.headers.get("allow")).toBe("POST, OPTIONS");
    },
  );
  it("§4.3 §4.2 no forged receipt, action or delivery id reaches the store", async () => {
    const { client, clock, state, writes } = await openWorld({
      rateLimits: { seenPerUser: false, interactPerUser: false },
    });
    const issued = await client.issue({ accept_formats: ["consent"] });
    clock.advance(1_000);
    const [before, stored] = [await state(), writes.length];
    const forgeries = (token: string): readonly string[] => [
      ...singleChangesOf(token, 63),
      ...prefixesOf(token),
      ...extensionsOf(token),
      ...respellingsOf(token),
    ];
    const action = at(actionsOf(issued.ad), 0);
    for (const view of forgeries(issued.ad.view ?? ""))
      expect((await client.seen(issued, { view })).status).toBe(410);
    for (const forged of forgeries(action)) expect((await client.press(issued, forged)).status).toBe(410);
    for (const delivery_id of forgeries(issued.ad.delivery_id)) {
      expect((await client.seen(issued, { delivery_id })).status).toBe(410);
      expect((await client.press(issued, action, { delivery_id })).status).toBe(410);
    }
    expect(writes).toHaveLength(stored);
    expect(await state()).toEqual(before);
  });
  it("§4.5 no forged click id reaches the store", async () => {
    const { client, state, writes } = await openWorld();
    const { ad } = await client.issue();
    const [before, stored] = [await state(), writes.length];
    const url = at(linksOf(ad), 0);
    for (const id of singleChangesOf(url.slice(-44), 63)) {
      expect((await client.click(url.slice(0, -44) + id)).status).toBe(404);
    }
    expect(writes).toHaveLength(stored);
    expect(await state()).toEqual(before);
  });
  it.each(seeds)(
    "§7 2,000 damaged requests (seed %i) have a status of the contract and store nothing unless it is 200",
    async (seed) => {
      const off = {
        adsPerKey: false,
        adsPerVisitor: false,
        interactPerUser: false,
        seenPerUser: false,
      } as const;
      const { client, clock, deliveries, handbill, writes } = await openWorld({
        rateLimits: { ...off, botPerUser: false },
      });
      const issued = await client.issue({ accept_formats: ["consent"] });
      clock.advance(1_000);
      const { delivery_id, view } = issued.ad;
      const action = at(actionsOf(issued.ad), 0);
      const originals = [
        {
          path: paths.ads,
          headers: browser,
          body: { ...identity(), context: { question: "😀 q" }, test: false },
        },
        { path: paths.interact, headers: browser, body: { ...issued.identity, delivery_id, action } },
        { path: paths.seen, headers: browser, body: { ...issued.identity, delivery_id, view } },
        { path: paths.bot, headers: server, body: { user_id: 5, message: "Hello", platform_id: "pf_main" } },
      ];
      const random = createPrng(seed);
      let expected = 1;
      for (let round = 0; round < 2_000; round++) {
        const { path, headers, body } = random.pick(originals);
        const bytes = damaged(encoder.encode(JSON.stringify(body)), random.below);
        const stored = writes.length;
        const answer = await client.post(path, bytes, headers);
        if (answer.status !== 200) {
          expect([400, 403, 410, 413], `round ${round}: ${answer.text}`).toContain(answer.status);
          expectProblem(answer, answer.status);
          expect(writes).toHaveLength(stored);
        } else if (answer.text.includes('"has_ad":true'))
          expected += answer.text.includes('"test":true') ? 0 : 1;
      }
      await handbill.maintain();
      expect(await deliveries()).toHaveLength(expected);
    },
  );
  it("§7 requests that end in the middle, or fail to be read, are no crash", async () => {
    const { handbill, log, deliveries } = await openWorld();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(encoder.encode('{"platform_id": "pf'));
        controller.error(new Error("The client is gone."));
      },
    });
    const init = { method: "POST", headers: { ...json, ...browser }, body, duplex: "half" as const };
    const response = await handbill.fetch(new Request(`https://ads.example${paths.ads}`, init));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await deliveries()).toEqual([]);
    expect(log.length).toBeLessThanOrEqual(1);
  });
  it("§7 a body without an end is cut at 64 KiB", async () => {
    const { handbill } = await openWorld();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1_024;
        controller.enqueue(new Uint8Array(1_024).fill(0x20));
      },
    });
    const init = { method: "POST", headers: { ...json, ...browser }, body, duplex: "half" as const };
    const response = await handbill.fetch(new Request(`https://ads.example${paths.ads}`, init));
    expect(response.status).toBe(413);
    expect(sent).toBeLessThan(80 * 1_024);
  });
});

/** Changes, drops, repeats or inserts a few bytes. */
function damaged(bytes: Uint8Array, below: (limit: number) => number): Uint8Array<ArrayBuffer> {
  let result = [...bytes];
  for (let times = 1 + below(3); times > 0; times--) {
    const place = below(result.length);
    const change = below(5);
    if (change === 0) result[place] = below(256);
    else if (change === 1) result.splice(place, 1 + below(4));
    else if (change === 2) result.splice(place, 0, ...result.slice(place, place + below(20)));
    else if (change === 3) result.splice(place, 0, ...at(insertions, below(insertions.length)));
    else result = result.slice(0, Math.max(1, place));
    if (result.length === 0) result = [0x7b];
  }
  return Uint8Array.from(result);
}

const insertions: readonly (readonly number[])[] = [
  "null",
  '"',
  "\\u0000",
  "\\ud800",
  "[",
  "}",
  ",",
  "-1e999",
  "\u0000",
  "\ufeff",
  "true",
].map((text) => [...encoder.encode(text)]);
