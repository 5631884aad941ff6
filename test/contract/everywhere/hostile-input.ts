import { expect } from "vitest";
import { type Answer, adOf, expectFieldError, expectProblem, expectSeen } from "../answers.ts";
import { chargedBy } from "../books.ts";
import { browser, type Fields, identity, paths, server } from "../client.ts";
import type { Subject } from "../target.ts";

/** Valid ids that trip programs which keep ids in plain objects, or guess types. */
const naughtyIds = [
  "__proto__",
  "constructor",
  "prototype",
  "then",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "null",
  "undefined",
  "true",
  "NaN",
  "1E2",
  "-0",
  "0",
  "..",
];
/** Those of them that are well-formed language tags. */
const naughtyTags = ["then", "toString", "valueOf", "null", "true", "NaN"];
const loneSurrogates = ["\uD800", "\uDC00", "a\uD83D", "\uDE00\uD83D"];
const marker = "MARKER-9f8e7d";

/** §7: hostile input. Never a 5xx, never an echo, never a charge. */
export function defineHostileInput({ client, target, describe, it, wire }: Subject): void {
  describe("§2.1 ids that are words of the language", () => {
    it.each(naughtyIds)("§2.1 %s is a stable_user_id like any other", async (stable_user_id) => {
      const issued = await client.issue({ stable_user_id }, server);
      await target().advance(1_000);
      expect((await chargedBy(target(), async () => expectSeen(await client.seen(issued)))).charges).toBe(1);
    });
    it.each(naughtyIds)(
      "§2.1 %s is answered 400 as a name, 403 as a platform, 410 as a token, and is a text elsewhere",
      async (id) => {
        adOf(await client.ads({ request_id: id }));
        expectProblem(await client.ads({ platform_id: id }), 403, "platform_unavailable");
        expectFieldError(await client.ads({ placement: id }), "placement");
        expectFieldError(await client.ads({ accept_formats: [id] }), "accept_formats[0]");
        expectFieldError(await client.ads({ context: { type: id } }), "context.type");
        expectFieldError(await client.ads({ test: true, test_format: id }), "test_format");
        const issued = await client.issue();
        expectProblem(await client.seen(issued, { delivery_id: id }), 410);
        expectProblem(await client.seen(issued, { view: id }), 410);
        expectProblem(await client.press(issued, id), 410);
        const answer = await client.ads({ language_code: id });
        if (naughtyTags.includes(id)) expect(answer.status).toBe(200);
        else expectFieldError(answer, "language_code");
      },
    );
    wire("§7 a prototype in the body is a field like any other, and ignored", async () => {
      const fields = JSON.stringify(identity());
      expectFieldError(await client.post(paths.ads, `{"__proto__":${fields}}`, browser), "platform_id");
      const polluting = `{"__proto__":{"test":true},"constructor":{"prototype":{"test":true}},${fields.slice(1)}`;
      expect(adOf(await client.post(paths.ads, polluting, browser)).test).toBe(false);
      expect(adOf(await client.ads()).test).toBe(false);
    });
    wire("§7 a prototype in the context is ignored", async () => {
      const body = `${JSON.stringify(identity()).slice(0, -1)},"context":{"__proto__":{"type":"article"}}}`;
      adOf(await client.post(paths.ads, body, browser));
    });
  });

  describe("§7 text that cannot be stored as text", () => {
    const textFields: readonly (readonly [path: string, fields: (text: string) => Fields])[] = [
      ["platform_id", (platform_id) => ({ platform_id })],
      ["visitor_id", (text) => ({ visitor_id: `visitor-0123456789${text}` })],
      ["request_id", (request_id) => ({ request_id })],
      ["placement", (placement) => ({ placement })],
      ["language_code", (text) => ({ language_code: `en${text}` })],
      ["context.question", (question) => ({ context: { question } })],
      ["context.answer", (answer) => ({ context: { answer } })],
      ["context.title", (title) => ({ context: { type: "article", title, content: "" } })],
      ["context.content", (content) => ({ context: { type: "article", title: "", content } })],
      ["context.text", (text) => ({ context: { type: "feed", text } })],
    ];
    it.each(textFields)("§7 U+0000 and lone surrogates in %s are answered 400", async (path, fields) => {
      for (const text of ["a\0b", ...loneSurrogates]) expectFieldError(await client.ads(fields(text)), path);
    });
    wire("§7 U+0000 and lone surrogates in a bot message are answered 400", async () => {
      for (const message of ["a\0b", ...loneSurrogates])
        expectFieldError(await client.bot({ message }), "message");
    });
    it("§7 U+0000 and lone surrogates in a receipt or an action are refused", async () => {
      const issued = await client.issue();
      for (const text of ["a\0b", ...loneSurrogates]) {
        expect([400, 410]).toContain((await client.seen(issued, { view: text })).status);
        expect([400, 410]).toContain((await client.press(issued, text)).status);
        expect([400, 410]).toContain((await client.seen(issued, { delivery_id: text })).status);
      }
    });
    wire("§7 other control and direction characters are text", async () => {
      adOf(await client.ads({ context: { question: "\u0001\u001b\u007f\u202e\ufeff\uffff" } }));
    });
  });

  describe("§7 wrong shapes", () => {
    const names = ["platform_id", "visitor_id", "request_id", "placement", "language_code", "accept_formats"];
    it.each([...names, "context", "test"])("§7 null for %s is answered 400", async (name) => {
      expectFieldError(await client.ads({ [name]: null }), name);
    });
    wire("§7 null everywhere is answered 400 on every endpoint", async () => {
      const fields = [...names, "context", "test", "delivery_id", "view", "action", "user_id", "message"];
      const body = Object.fromEntries(fields.map((name) => [name, null]));
      for (const path of Object.values(paths)) expectProblem(await client.post(path, body, server), 400);
    });
    it.each([...names, "context", "test"])("§7 50,000 characters for %s are answered 400", async (name) => {
      expectFieldError(await client.ads({ [name]: "x".repeat(50_000) }), name);
    });
    wire("§7 10,000 formats are answered in one error", async () => {
      const answer = await client.ads({ accept_formats: Array.from({ length: 10_000 }, () => "x") });
      expectProblem(answer, 400);
      expect(answer.text.length).toBeLessThan(1_000);
    });
    wire("§7 10,000 unknown fields are ignored", async () => {
      const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f${index}`, 1]));
      adOf(await client.ads(unknown));
    });
    it("§7 an object as text, even one that calls itself a string, is answered 400", async () => {
      expectFieldError(await client.ads({ platform_id: { length: 5, toString: "pf_main" } }), "platform_id");
      expectFieldError(await client.ads({ accept_formats: { 0: "text", length: 1 } }), "accept_formats");
      expectFieldError(await client.ads({ context: ["conversation"] }), "context");
    });
  });

  describe("§7 errors repeat nothing that was sent", () => {
    const attempts: readonly (readonly [name: string, send: () => Promise<Answer>])[] = [
      ["a platform", () => client.ads({ platform_id: marker })],
      ["a visitor", () => client.ads({ visitor_id: `${marker}@site.example` })],
      ["a user", () => client.ads({ visitor_id: undefined, stable_user_id: `${marker} x` }, server)],
      ["a request id", () => client.ads({ request_id: marker.repeat(20) })],
      ["a placement", () => client.ads({ placement: marker })],
      ["a language", () => client.ads({ language_code: `${marker}-x-` })],
      ["a format", () => client.ads({ accept_formats: [marker] })],
      ["a test format", () => client.ads({ test: true, test_format: marker })],
      ["a context type", () => client.ads({ context: { type: marker } })],
      ["a question", () => client.ads({ context: { question: marker.repeat(1_000) } })],
      ["an unknown field", () => client.ads({ [marker]: marker, test: marker })],
      ["broken JSON", () => client.post(paths.ads, `{"${marker}": ${marker}`, browser)],
      ["a content type", () => client.post(paths.ads, "{}", { ...browser, "content-type": marker })],
      ["an origin", () => client.ads({}, { origin: `https://${marker}.example` })],
      ["a key", () => client.ads({}, { authorization: `Bearer ${marker}` })],
      ["a scheme", () => client.ads({}, { authorization: `${marker} x` })],
      ["a message", () => client.bot({ message: marker, parse_mode: marker })],
      ["a messenger user", () => client.bot({ user_id: marker })],
      ["a click id", () => client.request(`/api/v1/click/${marker}`)],
      ["a path", () => client.request(`/api/v1/web/${marker}`)],
      ["a query", () => client.request(`${paths.ads}?x=${marker}`)],
      ["a receipt", async () => client.seen(await client.issue(), { view: marker, delivery_id: marker })],
      ["an action", async () => client.press(await client.issue(), marker)],
    ];
    wire.each(attempts)("§7 not %s", async (_name, send) => {
      const answer = await send();
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toContain(marker);
      expect(JSON.stringify([...answer.headers])).not.toContain(marker);
    });
    wire("§2.3 nor does an ad: no identity, question or request id is in it", async () => {
      const fields = {
        visitor_id: `${marker}-0123456789`,
        request_id: marker,
        context: { question: marker },
      };
      const answer = await client.ads(fields);
      adOf(answer);
      expect(answer.text + JSON.stringify([...answer.headers])).not.toContain(marker);
    });
    wire("§7 every error has a request_id of its own", async () => {
      const ids = [await client.ads({ test: 1 }), await client.ads({ test: 1 })].map(
        (answer) => expectProblem(answer, 400).request_id,
      );
      expect(new Set(ids).size).toBe(2);
    });
  });
}
