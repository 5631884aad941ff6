import { expect } from "vitest";
import { type Answer, botAnswerOf } from "../answers.ts";
import { chargedBy } from "../books.ts";
import {
  botButton,
  botDisclosure,
  botDisclosurePage,
  botLanding,
  botText,
  platformIds,
  priceMicros,
} from "../catalog.ts";
import type { Subject } from "../target.ts";

const hourMs = 3_600_000;
/** The text that the ad adds to a message after its markup was read. */
const shownByAd = `\n\n${botDisclosure}\n${botText} ${botButton}`;
const room = 4_096 - [...shownByAd].length;

/** §2.7: the message with an ad, or as it came. */
export function defineBotResponse({ client, target, describe, it, wire }: Subject): void {
  const withMessage = (message: string) => client.bot({ message });
  const expectNoAd = (answer: Answer, message: string): void => {
    expect(botAnswerOf(answer)).toEqual({ message, has_ad: false, impression_id: null, ad: null });
  };

  describe("§2.7 the bot response", () => {
    wire("§2.7 without an ad is the unchanged message, false, null and null", async () => {
      const message = " Hello <b>you</b> \r\n";
      expectNoAd(await client.bot({ platform_id: platformIds.empty, message }), message);
    });
    wire.each([
      ["a plain text", "Hello"],
      ["nothing", ""],
      ["white space", " \t Hello \r\n\n "],
      ["emoji and combining marks", "👩‍👩‍👧‍👦 e\u0301 \u202Eabc"],
      ["markup", '<b>Bold <i>both</i></b> <a href="https://a.example/?x=1&amp;y=2">link</a>'],
      ["entities", "&lt;b&gt; &amp;amp; &#128512; &#x1F600; &quot;"],
      ["characters that escaping would change", `"quotes" 'single' & ampersand`],
      ["a replacement pattern", "$& $1 $$ $`"],
    ])("§2.7 begins with the original, byte for byte: %s", async (_name, message) => {
      const bot = botAnswerOf(await withMessage(message));
      expect(bot.has_ad).toBe(true);
      expect(bot.message.slice(0, message.length)).toBe(message);
    });
    wire("§2.7 is followed by a disclosure link line and a sponsored link line", async () => {
      const bot = botAnswerOf(await withMessage("Hello"));
      const [disclosureLine, sponsoredLine, ...rest] = bot.message.slice("Hello\n\n".length).split("\n");
      const page = escaped(botDisclosurePage);
      expect(disclosureLine).toBe(`<a href="${page}">${escaped(botDisclosure)}</a>`);
      expect(sponsoredLine).toBe(bot.ad?.formatted_text);
      expect(rest).toEqual([]);
    });
    it("§2.7 ad.text and ad.button_text are plain text, formatted_text is HTML with a tracked link", async () => {
      const { ad } = botAnswerOf(await withMessage("Hello"));
      expect(ad?.text).toBe(botText);
      expect(ad?.button_text).toBe(botButton);
      const link = `<a href="${ad?.button_url}">${escaped(botButton)}</a>`;
      expect(ad?.formatted_text).toBe(`${escaped(botText)} ${link}`);
    });
    wire("§2.7 button_url is the click link of impression_id", async () => {
      const { ad, impression_id } = botAnswerOf(await withMessage("Hello"));
      expect(ad?.button_url).toBe(`${target().linkBase}/api/v1/click/${impression_id}`);
    });
    it("§2.7 nothing of the catalogue becomes markup: there are two links and no other tag", async () => {
      const { message } = botAnswerOf(await withMessage("Hello"));
      expect(message.match(/<[^>]*>/g)?.map((tag) => tag.slice(0, 3))).toEqual(["<a ", "</a", "<a ", "</a"]);
    });
    wire("§2.7 a creative without a disclosure page links the installation's", async () => {
      const { message } = botAnswerOf(await client.bot({ platform_id: platformIds.plainBot }));
      expect(message).toContain(`<a href="${target().linkBase}/api/v1/pages/disclosure">`);
    });
    it("§2.7 a message is no question: campaigns with a topic are not shown below it", async () => {
      const message = "Where are cheap flights?";
      expectNoAd(await client.bot({ platform_id: platformIds.onlyTopics, message }), message);
    });
    it("§3.1 every request is a new issuance", async () => {
      const first = botAnswerOf(await client.bot({ user_id: 77 }));
      expect(botAnswerOf(await client.bot({ user_id: 77 })).impression_id).not.toBe(first.impression_id);
    });
  });

  describe("§2.7 a message that an ad would break stays as it is", () => {
    it.each([
      "<b>open",
      "<b>x</i>",
      "<b><i>crossed</b></i>",
      "</b>",
      "1 < 2",
      "<b",
      "<",
      '<a href="x>y</a>',
      "<!-- x",
    ])("§2.7 an open, crossed or broken tag: %j", async (message) => {
      expectNoAd(await withMessage(message), message);
    });
    it("§2.7 with the ad exactly 4,096 characters are shown", async () => {
      expect(botAnswerOf(await withMessage("a".repeat(room))).has_ad).toBe(true);
    });
    it("§2.7 with the ad 4,097 characters would be shown: no ad", async () => {
      expectNoAd(await withMessage("a".repeat(room + 1)), "a".repeat(room + 1));
    });
    it("§2.7 characters are code points", async () => {
      expect(botAnswerOf(await withMessage("😀".repeat(room))).has_ad).toBe(true);
      expectNoAd(await withMessage("😀".repeat(room + 1)), "😀".repeat(room + 1));
    });
    it("§2.7 tags count nothing and an entity counts one", async () => {
      const message = `<b>${"&amp;".repeat(room)}</b>`;
      expect(botAnswerOf(await withMessage(message)).message.startsWith(message)).toBe(true);
      expect(botAnswerOf(await withMessage(message)).has_ad).toBe(true);
      const longer = `<b>${"&amp;".repeat(room + 1)}</b>`;
      expectNoAd(await withMessage(longer), longer);
    });
  });

  describe("§3.5 a bot ad is paid by its first click", () => {
    const issue = async () => botAnswerOf(await client.bot({})).ad?.button_url ?? "";
    it("§3.5 the answer alone charges nothing", async () => {
      expect((await chargedBy(target(), issue)).charges).toBe(0);
    });
    wire(
      "§3.5 the first click charges and redirects to the landing page, later ones only redirect",
      async () => {
        const url = await issue();
        const first = await chargedBy(target(), async () => {
          expect((await client.click(url)).headers.get("location")).toBe(botLanding);
        });
        expect(first).toEqual({ charges: 1, spentMicros: priceMicros });
        const second = await chargedBy(target(), async () => {
          expect((await client.click(url)).headers.get("location")).toBe(botLanding);
        });
        expect(second.charges).toBe(0);
      },
    );
    it("§3.3 a click past the hour redirects and charges nothing", async () => {
      const url = await issue();
      await target().advance(hourMs + 1);
      const charged = await chargedBy(target(), async () => {
        expect((await client.click(url)).headers.get("location")).toBe(botLanding);
      });
      expect(charged.charges).toBe(0);
    });
  });
}

/** HTML text, written out here a second time. */
function escaped(text: string): string {
  const entities = new Map([
    ["&", "&amp;"],
    ["<", "&lt;"],
    [">", "&gt;"],
    ['"', "&quot;"],
  ]);
  return [...text].map((letter) => entities.get(letter) ?? letter).join("");
}
