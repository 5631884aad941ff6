import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BotCopy, Creative } from "../../../core/catalog/entities.ts";
import { visibleCharacters } from "../../../core/serving/bot-markup.ts";
import { appendAd, fitsMessage, presentBotAd } from "../../../core/serving/bot-message.ts";
import { anyText, holds } from "../property.ts";

const copy: BotCopy = {
  text: "Shoes & socks <now>",
  buttonText: 'To the "shop"',
  landingUrl: "https://shop.example/",
};
const link = "https://ads.example/api/v1/click/abc";

function creativeOf(bot: BotCopy | undefined, disclosure = "Ad"): Creative {
  return { id: "c", campaignId: "c", format: "bot", language: "en", disclosure: { text: disclosure }, bot };
}

function messageOf(original: string, bot: BotCopy, disclosure = "Ad"): string {
  return appendAd(original, presentBotAd(bot, link), disclosure, "https://ads.example/why?a=1&b=2");
}

describe("a bot message with an ad (contract.md §2.7)", () => {
  it("is the original, a line with the disclosure's link, and a line with the sponsored link", () => {
    expect(messageOf("Hello <b>you</b>", copy)).toBe(
      'Hello <b>you</b>\n\n<a href="https://ads.example/why?a=1&amp;b=2">Ad</a>\n' +
        `Shoes &amp; socks &lt;now&gt; <a href="${link}">To the &quot;shop&quot;</a>`,
    );
  });

  it("tells the same ad as plain text, markup, label and link, and never the landing page", () => {
    const ad = presentBotAd(copy, link);
    expect(ad).toEqual({
      text: copy.text,
      formatted_text: `Shoes &amp; socks &lt;now&gt; <a href="${link}">To the &quot;shop&quot;</a>`,
      button_text: copy.buttonText,
      button_url: link,
    });
    expect(JSON.stringify(ad)).not.toContain(copy.landingUrl);
  });

  it("begins with the original unit for unit and stays well-formed, with any texts of the ad", () => {
    holds(
      fc.property(anyText, anyText, anyText, anyText, (original, text, buttonText, disclosure) => {
        const message = messageOf(original, { text, buttonText, landingUrl: link }, disclosure);
        expect(message.startsWith(original)).toBe(true);
        expect(visibleCharacters(message.slice(original.length))).toBeDefined();
      }),
    );
  });
});

describe("an ad fits below a message", () => {
  it("when the whole shows at most 4,096 characters, markup not counted", () => {
    holds(
      fc.property(
        anyText,
        anyText,
        anyText,
        fc.integer({ min: 0, max: 4_200 }),
        (text, buttonText, disclosure, length) => {
          const bot = { text, buttonText, landingUrl: link };
          const whole = messageOf("x".repeat(length), bot, disclosure);
          const fits = (visibleCharacters(whole) ?? Number.NaN) <= 4_096;
          expect(fitsMessage(length, creativeOf(bot, disclosure))).toBe(fits);
        },
      ),
      1_000,
    );
  });

  it("up to the last character and not one more", () => {
    const bot = { text: "😀".repeat(10), buttonText: "か".repeat(5), landingUrl: link };
    const lines = 2 + 2 + 1 + 10 + 1 + 5;
    expect(fitsMessage(4_096 - lines, creativeOf(bot))).toBe(true);
    expect(fitsMessage(4_096 - lines + 1, creativeOf(bot))).toBe(false);
  });

  it("never when the creative is not a bot's", () => {
    expect(fitsMessage(0, creativeOf(undefined))).toBe(false);
  });
});
