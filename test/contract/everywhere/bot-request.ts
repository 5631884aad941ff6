import { expect } from "vitest";
import { botAnswerOf, expectFieldError, expectProblem } from "../answers.ts";
import { platformIds } from "../catalog.ts";
import { bearer, browser, json, paths, server } from "../client.ts";
import { contractKeys } from "../keys.ts";
import type { Subject } from "../target.ts";
import { anythingButA } from "../values.ts";

/** §2.6: the fields of `POST /api/v1/ad`, and who may call it. */
export function defineBotRequest({ client, describe, it, wire }: Subject): void {
  describe("§2.6 user_id", () => {
    it("§2.6 is required", async () => {
      expectFieldError(await client.bot({ user_id: undefined }), "user_id");
    });
    wire.each([0, 1, -5, 9_007_199_254_740_991, -9_007_199_254_740_991])(
      "§2.6 the integer %i is accepted",
      async (id) => {
        expect(botAnswerOf(await client.bot({ user_id: id })).has_ad).toBe(true);
      },
    );
    it.each([0.5, 9_007_199_254_740_992, 1e300, "5", "", null, true, [5], { id: 5 }])(
      "§2.6 %j is answered 400",
      async (id) => {
        expectFieldError(await client.bot({ user_id: id }), "user_id");
      },
    );
    wire("§2.6 a number too large for a double is answered 400", async () => {
      const body = `{"user_id": 1e999, "message": "Hello", "platform_id": "${platformIds.main}"}`;
      expectFieldError(await client.post(paths.bot, body, server), "user_id");
    });
  });

  describe("§2.6 the other fields", () => {
    it.each(["message", "platform_id"])("§2.6 %s is required", async (field) => {
      expectFieldError(await client.bot({ [field]: undefined }), field);
    });
    it.each(["message", "platform_id", "language_code"])("§2.6 %s is a string", async (field) => {
      for (const [, value] of anythingButA("string"))
        expectFieldError(await client.bot({ [field]: value }), field);
    });
    it("§2.6 language_code, is_premium and parse_mode may be left out", async () => {
      const fields = { language_code: undefined, is_premium: undefined, parse_mode: undefined };
      expect(botAnswerOf(await client.bot(fields)).has_ad).toBe(true);
    });
    it("§2.6 language_code is `en` by default, and there is no ad without one in the language", async () => {
      expect(botAnswerOf(await client.bot({ language_code: "en" })).has_ad).toBe(true);
      expect(botAnswerOf(await client.bot({ language_code: "en-GB" })).has_ad).toBe(true);
      expect(botAnswerOf(await client.bot({ language_code: "fr" })).has_ad).toBe(false);
    });
    it("§2.6 a malformed language_code is answered 400", async () => {
      expectFieldError(await client.bot({ language_code: "not a language" }), "language_code");
    });
    it("§2.6 is_premium is a boolean, and false by default", async () => {
      const premium = { platform_id: platformIds.premium };
      expect(botAnswerOf(await client.bot({ ...premium, is_premium: true })).has_ad).toBe(true);
      expect(botAnswerOf(await client.bot({ ...premium, is_premium: false })).has_ad).toBe(false);
      expect(botAnswerOf(await client.bot(premium)).has_ad).toBe(false);
      for (const [, value] of anythingButA("boolean")) {
        expectFieldError(await client.bot({ is_premium: value }), "is_premium");
      }
    });
    it("§2.6 parse_mode HTML is used", async () => {
      expect(botAnswerOf(await client.bot({ parse_mode: "HTML" })).has_ad).toBe(true);
    });
    it.each(["html", "Markdown", "MarkdownV2", "", null, 1])(
      "§2.6 parse_mode %j is answered 400",
      async (mode) => {
        expectFieldError(await client.bot({ parse_mode: mode }), "parse_mode");
      },
    );
    wire("§2.1 unknown fields are ignored", async () => {
      expect(botAnswerOf(await client.bot({ visitor_id: 1, context: "x", test: "yes" })).has_ad).toBe(true);
    });
  });

  describe("§4.4 §5 callers of the bot endpoint", () => {
    wire.each([
      ["no credentials", {}],
      ["an Origin without a key", browser],
      ["a malformed key", bearer("hb_live_short")],
      ["a key with a wrong checksum", bearer(`${contractKeys.live.key.slice(0, -1)}!`)],
      ["another scheme", { authorization: `Basic ${contractKeys.live.key}` }],
      ["an empty Authorization", { authorization: "" }],
    ])("§4.4 %s is answered 401 before a field is looked at", async (_name, headers) => {
      const answer = await client.post(paths.bot, "not JSON", headers);
      expectProblem(answer, 401, "unauthorized");
      expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer/);
    });
    it("§7 a well-formed unknown key is answered 400 for wrong fields, 401 for right ones", async () => {
      const headers = bearer(contractKeys.unknown.key);
      expectProblem(await client.bot({ message: 1 }, headers), 400);
      expectProblem(await client.bot({}, headers), 401, "unauthorized");
    });
    wire("§5 a key and an Origin are answered 400", async () => {
      expectProblem(await client.bot({}, { ...server, ...browser }), 400, "invalid_request");
    });
    it.each([
      [platformIds.disabled, "platform_unavailable"],
      ["pf_nowhere", "platform_unavailable"],
      [platformIds.foreign, "foreign_key"],
    ])("§5.4 the platform %s is answered 403", async (platform_id, code) => {
      expectProblem(await client.bot({ platform_id }), 403, code);
    });
    wire("§5.4 a revoked key is answered 401", async () => {
      expectProblem(await client.bot({}, bearer(contractKeys.revoked.key)), 401, "unauthorized");
    });
    wire("§4.4 is not a web endpoint: no page may read it", async () => {
      const answer = await client.post(paths.bot, "{}", { ...json, ...browser });
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    });
  });
}
