import { describe, expect, it } from "vitest";
import { platformIds } from "../catalog.ts";
import { actionsOf, at, bearer, browser, linksOf, paths, server } from "../client.ts";
import { contractKeys } from "../keys.ts";
import { openWorld, secret } from "../world.ts";

/** Every personal or secret thing that a caller can send, recognisable wherever it turns up. */
const marks = {
  visitor: "visitor-MARK-identity",
  user: "user-MARK-identity",
  messenger: 7_314_159_265_358,
  requestId: "request-MARK-id",
  question: "question-MARK where are cheap flights",
  answer: "answer-MARK",
  title: "title-MARK",
  content: "content-MARK",
  feed: "feed-MARK",
  message: "message-MARK <b>bold</b>",
  address: "198.51.100.77",
  agent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 brand-MARK",
  referer: "https://site.example/referer-MARK",
  cookie: "cookie-MARK",
} as const;

const secrets = [
  contractKeys.live.key,
  contractKeys.live.key.slice(20),
  contractKeys.unknown.key,
  secret,
  ...Object.values(marks).map(String),
  "MARK",
  "cheap flights to",
];

/** Guarantee 11. */
describe("guarantee 11: no raw identity, text, key, token or address is kept or shown", () => {
  it("after a storm on every endpoint nothing of it is in the store, the log or an answer", async () => {
    const limiterKeys: string[] = [];
    const { client, clock, connection, counts, deliveries, log, store, writes } = await openWorld({
      limiter: {
        take: async (claims) => {
          limiterKeys.push(...claims.map(({ key }) => key));
          return claims.map(() => ({ granted: true, remaining: 1, resetAfterMs: 0, retryAfterMs: 0 }));
        },
      },
    });
    connection.clientAddress = marks.address;
    const headers = { "user-agent": marks.agent, referer: marks.referer, cookie: marks.cookie };
    const fromBrowser = { ...browser, ...headers };
    const fromServer = { ...server, ...headers };
    const told: string[] = [];
    const tokens: string[] = [];
    const contexts = [
      { question: marks.question, answer: marks.answer },
      { type: "article", title: marks.title, content: marks.content },
      { type: "feed", text: marks.feed },
      { type: "static" },
    ];
    for (const context of contexts) {
      const web = { context, request_id: marks.requestId, accept_formats: ["quiz"] };
      for (const issued of [
        await client.issue({ ...web, visitor_id: marks.visitor }, fromBrowser),
        await client.issue({ ...web, stable_user_id: marks.user }, fromServer),
      ]) {
        const action = at(actionsOf(issued.ad), 0);
        tokens.push(action, issued.ad.view ?? "", at(linksOf(issued.ad), 0).slice(-44));
        const early = await client.seen(issued);
        clock.advance(1_000);
        const forged = await client.seen(issued, { view: `${marks.requestId}` });
        const pressed = await client.press(issued, action);
        const clicked = await client.click(at(linksOf(issued.ad), 0), { headers });
        told.push(early.text, forged.text, (await client.seen(issued)).text, clicked.text);
        expect(pressed.status).toBe(200);
      }
      const topics = { context, platform_id: platformIds.topics, visitor_id: marks.visitor };
      expect((await client.ads(topics, fromBrowser)).status).toBe(200);
      told.push((await client.ads({ ...topics, platform_id: platformIds.empty }, fromBrowser)).text);
    }
    const bot = { user_id: marks.messenger, message: marks.message };
    expect((await client.bot(bot, fromServer)).status).toBe(200);
    const refused = [
      client.bot({ ...bot, parse_mode: marks.title }, fromServer),
      client.bot({ ...bot, user_id: String(marks.messenger) }, fromServer),
      client.bot(bot, bearer(contractKeys.unknown.key)),
      client.ads({ visitor_id: marks.visitor }, bearer(contractKeys.unknown.key)),
      client.ads({ visitor_id: `${marks.visitor}@site.example` }, fromBrowser),
      client.ads({ visitor_id: marks.visitor, stable_user_id: marks.user }, fromServer),
      client.ads({ visitor_id: marks.visitor, placement: marks.title }, fromBrowser),
      client.ads({ visitor_id: marks.visitor, platform_id: marks.title }, fromBrowser),
      client.ads({ visitor_id: marks.visitor, context: { type: marks.title } }, fromBrowser),
      client.ads({ visitor_id: marks.visitor }, { origin: `https://${marks.title}.example` }),
      client.post(paths.ads, `{"visitor_id": "${marks.visitor}"`, fromBrowser),
      client.request(`/api/v1/click/${marks.title}`),
      client.request(`/api/v1/web/${marks.title}`),
    ];
    for (const answer of await Promise.all(refused)) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      told.push(answer.text, JSON.stringify([...answer.headers]));
    }

    const kept = JSON.stringify([
      await deliveries(),
      await counts(),
      await store.auditLedger(),
      await store.readCatalog(),
      await store.listApiKeys(),
      writes,
      limiterKeys,
    ]);
    expect((await deliveries()).length).toBeGreaterThan(8);
    expect(limiterKeys.length).toBeGreaterThan(8);
    for (const mark of [...secrets, ...tokens]) {
      expect(kept).not.toContain(mark);
      expect(JSON.stringify(log)).not.toContain(mark);
      for (const text of told) expect(text).not.toContain(mark);
    }
  });
  it("§2.1 an identity is stored as a hash that differs between platforms and kinds", async () => {
    const { client, deliveries } = await openWorld();
    const same = "same-id-0123456789";
    await client.issue({ visitor_id: same });
    await client.issue({ visitor_id: same }, server);
    await client.issue({ visitor_id: same, platform_id: platformIds.sibling });
    await client.issue({ stable_user_id: same }, server);
    const keys = (await deliveries()).map(({ userKey }) => userKey);
    expect(keys[0]).toBe(keys[1]);
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_-]{22}$/);
  });
  it("§2.6 a messenger user is stored as a hash of its own kind", async () => {
    const { client, deliveries } = await openWorld();
    await client.bot({ user_id: 12_345 });
    await client.issue({ stable_user_id: "12345" }, server);
    const [messenger, stable] = await deliveries();
    expect(messenger?.userKey).not.toBe(stable?.userKey);
  });
});
