import { expect } from "vitest";
import { adOf, adOrNone, expectFieldError, expectProblem } from "../answers.ts";
import { platformIds } from "../catalog.ts";
import { browser, type Fields, server } from "../client.ts";
import type { Subject } from "../target.ts";
import { anythingButA } from "../values.ts";

const emoji = "😀";
const idLetters = "AZaz09_.:-";

/** §2.1: every field of `POST /api/v1/web/ads`. */
export function defineAdRequest({ client, describe, it, wire }: Subject): void {
  describe("§2.1 platform_id", () => {
    it("§2.1 is required", async () => {
      expectFieldError(await client.ads({ platform_id: undefined }), "platform_id");
    });
    it.each(anythingButA("string"))("§2.1 is a string, and %s is answered 400", async (_name, value) => {
      expectFieldError(await client.ads({ platform_id: value }), "platform_id");
    });
    it("§2.1 an empty one is answered 400", async () => {
      expectFieldError(await client.ads({ platform_id: "" }), "platform_id");
    });
  });

  describe("§2.1 visitor_id", () => {
    it("§2.1 is required from a browser", async () => {
      expectFieldError(await client.ads({ visitor_id: undefined }), "visitor_id");
    });
    it.each([16, 17, 127, 128])("§2.1 §8 of %i characters is accepted", async (length) => {
      adOf(await client.ads({ visitor_id: repeated(idLetters, length) }));
    });
    it.each([0, 1, 15, 129, 130, 4_096])("§2.1 §8 of %i characters is answered 400", async (length) => {
      expectFieldError(await client.ads({ visitor_id: repeated(idLetters, length) }), "visitor_id");
    });
    it.each([..."@ +/=,;!#\\\"'<>&%é😀\n\t"])(
      "§2.1 with the character %j is answered 400",
      async (letter) => {
        expectFieldError(await client.ads({ visitor_id: `visitor-0123456789${letter}` }), "visitor_id");
      },
    );
    it("§2.1 ending in a line break is answered 400", async () => {
      expectFieldError(await client.ads({ visitor_id: "visitor-0123456789\n" }), "visitor_id");
    });
    it("§2.1 an e-mail address is not an ID", async () => {
      expectFieldError(await client.ads({ visitor_id: "somebody@site.example" }), "visitor_id");
    });
    it.each(anythingButA("string"))("§2.1 is a string, and %s is answered 400", async (_name, value) => {
      expectFieldError(await client.ads({ visitor_id: value }), "visitor_id");
    });
    wire("§5 is accepted from a server too", async () => {
      adOf(await client.ads({}, server));
    });
  });

  describe("§2.1 stable_user_id", () => {
    const fromServer = (fields: Fields) => client.ads({ visitor_id: undefined, ...fields }, server);
    it.each([1, 2, 127, 128])("§2.1 §8 of %i characters is accepted from a server", async (length) => {
      adOf(await fromServer({ stable_user_id: repeated(idLetters, length) }));
    });
    it.each([0, 129, 4_096])("§2.1 §8 of %i characters is answered 400", async (length) => {
      expectFieldError(await fromServer({ stable_user_id: repeated(idLetters, length) }), "stable_user_id");
    });
    it.each([..."@ +/\né"])("§2.1 with the character %j is answered 400", async (letter) => {
      expectFieldError(await fromServer({ stable_user_id: `user${letter}` }), "stable_user_id");
    });
    it.each(anythingButA("string"))("§2.1 is a string, and %s is answered 400", async (_name, value) => {
      expectFieldError(await fromServer({ stable_user_id: value }), "stable_user_id");
    });
    it("§2.1 is for server requests only: from a browser it is answered 400", async () => {
      const answer = await client.ads({ visitor_id: undefined, stable_user_id: "user-1" }, browser);
      expectFieldError(answer, "stable_user_id");
    });
  });

  describe("§2.1 §5.2 exactly one identity", () => {
    it("§5.2 both from a server are answered 400", async () => {
      expectProblem(await client.ads({ visitor_id: "visitor-0123456789", stable_user_id: "u" }, server), 400);
    });
    it("§5.2 both from a browser are answered 400", async () => {
      expectProblem(
        await client.ads({ visitor_id: "visitor-0123456789", stable_user_id: "u" }, browser),
        400,
      );
    });
    it("§5.2 none from a server is answered 400", async () => {
      expectProblem(await client.ads({ visitor_id: undefined }, server), 400, "invalid_request");
    });
  });

  describe("§2.1 request_id", () => {
    it.each([1, 128])("§2.1 §8 of %i characters is accepted", async (length) => {
      adOf(await client.ads({ request_id: "r".repeat(length) }));
    });
    wire("§8 characters are code points: 128 emoji are accepted, 129 are not", async () => {
      adOf(await client.ads({ request_id: emoji.repeat(128) }));
      expectFieldError(await client.ads({ request_id: emoji.repeat(129) }), "request_id");
    });
    it.each([0, 129])("§2.1 §8 of %i characters is answered 400", async (length) => {
      expectFieldError(await client.ads({ request_id: "r".repeat(length) }), "request_id");
    });
    it.each(anythingButA("string"))("§2.1 is a string, and %s is answered 400", async (_name, value) => {
      expectFieldError(await client.ads({ request_id: value }), "request_id");
    });
    it("§2.1 reusing it does not prevent a new issuance", async () => {
      const fields = { request_id: "again", visitor_id: "visitor-reuses-its-request" };
      const first = adOf(await client.ads(fields));
      expect(adOf(await client.ads(fields)).delivery_id).not.toBe(first.delivery_id);
    });
  });

  describe("§2.1 placement", () => {
    const placed = (placement: unknown) => client.ads({ platform_id: platformIds.placements, placement });
    it("§2.1 a registered name is accepted, and campaigns for it are shown there", async () => {
      adOf(await placed("sidebar"));
    });
    it("§2.1 is `chat` by default, where a campaign for another placement is not shown", async () => {
      expect(adOrNone(await placed(undefined))).toBeUndefined();
      expect(adOrNone(await placed("chat"))).toBeUndefined();
    });
    it("§2.1 every platform has `chat`", async () => {
      adOf(await client.ads({ placement: "chat" }));
    });
    it.each(["footer", "Sidebar", "sidebar ", "__proto__", "constructor"])(
      "§2.1 the unregistered name %j is answered 400",
      async (name) => {
        expectFieldError(await placed(name), "placement");
      },
    );
    it.each(anythingButA("string"))("§2.1 is a string, and %s is answered 400", async (_name, value) => {
      expectFieldError(await placed(value), "placement");
    });
  });

  describe("§2.1 language_code", () => {
    const inLanguage = async (language_code: unknown) =>
      adOrNone(await client.ads({ platform_id: platformIds.languages, language_code }))?.disclosure;
    it.each([
      ["de", "Ad in de"],
      ["DE", "Ad in de"],
      ["de-AT", "Ad in de"],
      ["pt", "Ad in pt"],
      ["pt-PT", "Ad in pt"],
      ["pt-BR", "Ad in pt-BR"],
      ["pt_BR", "Ad in pt-BR"],
      ["pt-br", "Ad in pt-BR"],
    ])("§2.1 %s is shown the ad in the exact language, else in the primary one", async (code, expected) => {
      expect(await inLanguage(code)).toBe(expected);
    });
    it("§2.1 without an ad in the language there is none", async () => {
      expect(await inLanguage("fr")).toBeUndefined();
    });
    it("§2.1 is `en` by default", async () => {
      expect(await inLanguage(undefined)).toBeUndefined();
      adOf(await client.ads({ language_code: "en" }));
      adOf(await client.ads({ language_code: undefined }));
    });
    it.each(["", "e", "english language", "en-", "-en", "en--US", "12", "d€", "en\n", "a".repeat(36)])(
      "§2.1 the malformed tag %j is answered 400",
      async (code) => {
        expectFieldError(await client.ads({ language_code: code }), "language_code");
      },
    );
    it.each(anythingButA("string"))("§2.1 is a string, and %s is answered 400", async (_name, value) => {
      expectFieldError(await client.ads({ language_code: value }), "language_code");
    });
  });

  describe("§2.1 accept_formats", () => {
    it.each(["text", "image", "response", "card", "consent", "quiz"])(
      "§2.1 [%s] allows this format only",
      async (format) => {
        expect(adOf(await client.ads({ accept_formats: [format] })).format).toBe(format);
      },
    );
    it("§2.1 repeated items are as good as one", async () => {
      expect(adOf(await client.ads({ accept_formats: ["quiz", "quiz"] })).format).toBe("quiz");
    });
    it("§2.1 all formats by default", async () => {
      adOf(await client.ads({ accept_formats: undefined }));
      adOf(await client.ads({ platform_id: platformIds.house }));
    });
    it("§2.1 a campaign in another format is not shown", async () => {
      const fields = { platform_id: platformIds.house, accept_formats: ["text"] };
      expect(adOrNone(await client.ads(fields))).toBeUndefined();
    });
    it("§2.1 an empty list is answered 400", async () => {
      expectFieldError(await client.ads({ accept_formats: [] }), "accept_formats");
    });
    it.each(["bot", "video", "Text", "", "__proto__", null, 1, ["text"]])(
      "§2.1 the item %j is answered 400, and its place is named",
      async (item) => {
        expectFieldError(await client.ads({ accept_formats: ["text", item] }), "accept_formats[1]");
      },
    );
    it.each(anythingButA("array"))("§2.1 is an array, and %s is answered 400", async (_name, value) => {
      expectFieldError(await client.ads({ accept_formats: value }), "accept_formats");
    });
  });

  describe("§2.1 test", () => {
    it.each(anythingButA("boolean"))("§2.1 is a boolean, and %s is answered 400", async (_name, value) => {
      expectFieldError(await client.ads({ test: value }), "test");
    });
    it("§2.1 is false by default: the ad is not a test ad", async () => {
      expect(adOf(await client.ads({})).test).toBe(false);
      expect(adOf(await client.ads({ test: false })).test).toBe(false);
    });
  });

  wire("§2.1 unknown fields are ignored", async () => {
    adOf(await client.ads({ user: { name: "x" }, Platform_id: 1, "": null, constructor: 1, toString: [] }));
  });
}

function repeated(letters: string, length: number): string {
  return letters.repeat(Math.ceil(length / letters.length)).slice(0, length);
}
