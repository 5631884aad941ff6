import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeHtml, htmlLink, visibleCharacters } from "../../../core/serving/bot-markup.ts";
import { anyText, holds } from "../property.ts";

describe("the visible characters of a message", () => {
  it.each([
    ["nothing", "", 0],
    ["plain text", "Hello, world", 12],
    ["line breaks", "a\nb\r\n", 5],
    ["a tag pair", "<b>bold</b>", 4],
    ["tags in tags", "<b>a<i>b<u>c</u></i></b>d", 4],
    ["one tag after the other", "<b>a</b><b>b</b>", 2],
    ["tags in capitals, closed in small letters", "<B>a</b>", 1],
    ["attributes in double quotes", '<a href="https://shop.example/?a=1&amp;b=2">shop</a>', 4],
    ["attributes in single quotes", "<a href='x'>shop</a>", 4],
    ["attributes without quotes and without a value", "<pre lang=js hidden>x</pre>", 1],
    ["spaces inside a tag", '<a  href = "x" >shop</a >', 4],
    ["a quote of the other kind inside quotes", `<a title="it's">x</a>`, 1],
    ["tags with a hyphen", '<tg-emoji emoji-id="5">👍</tg-emoji>', 1],
    ["named entities", "&lt;b&gt; &amp; &quot;", 7],
    ["numeric entities", "&#39;&#x1F600;&#128512;", 3],
    ["an ampersand that begins no entity", "a & b &", 7],
    ["entities without their semicolon", "&lt", 3],
    ["the last code points that an entity may name", "&#1114110;&#x10FFFE;&#x10fffe;", 3],
    [
      "entities that the messenger leaves as they are",
      "&#0;&#X41;&#1114111;&#9999999;&#xFFFFFF;",
      4 + 6 + 10 + 10 + 10,
    ],
    ["98 tags", "<b>a</b>".repeat(98), 98],
    ["emoji as one each", "👍😀", 2],
    ["a family by its code points", "👨\u200d👩\u200d👧", 5],
    ["combining marks", "e\u0301", 2],
    ["a > by itself", "1 > 0", 5],
  ])("are counted in %s", (_name, message, count) => {
    expect(visibleCharacters(message)).toBe(count);
  });

  it.each([
    ["an open tag", "<b>bold"],
    ["an open tag at the end", "bold<b>"],
    ["a tag that was never opened", "bold</b>"],
    ["crossed tags", "<b><i>x</b></i>"],
    ["a tag closed twice", "<b>x</b></b>"],
    ["a tag closed as another", "<b>x</i>"],
    ["a tag cut off in its name", "text <b"],
    ["a tag cut off in an attribute", '<a href="https://x.example'],
    ["a tag cut off before its end", '<a href="x"'],
    ["a quote that is never closed", '<a href="x>shop</a>'],
    ["a < by itself", "1 < 2"],
    ["a < at the end", "a <"],
    ["an empty tag", "<>x</>"],
    ["a space before the name", "< b>x</ b>"],
    ["a tag in a tag", "<b <i>>x</i></b>"],
    ["a comment", "<!-- x -->"],
    ["a comment that hides an end", "<b><!-- </b> -->"],
    ["a doctype", "<!doctype html>"],
    ["a void tag, which stays open", "a<br>b"],
    ["a self-closed tag", "a<br/>b"],
    ["attributes in a closing tag without space", '<b>x</b"">'],
    ["as many tags as the messenger takes, so that it would ignore the ad's links", "<b>a</b>".repeat(99)],
  ])("are not told of a message with %s", (_name, message) => {
    expect(visibleCharacters(message)).toBeUndefined();
  });

  it.each([
    ['<a href="a>b">x</a>', 1],
    ['<a href="<b>">x</a>', 1],
    ["<a href='></a>'>x</a>", 1],
  ])("never take a > in quotes for the end of the tag: %s", (message, count) => {
    const counted = visibleCharacters(message);
    if (counted !== undefined) expect(counted).toBe(count);
  });

  it("are those that the text had before it was escaped", () => {
    holds(
      fc.property(anyText, (text) => {
        expect(visibleCharacters(escapeHtml(text))).toBe([...text].length);
        expect(visibleCharacters(`<b>${escapeHtml(text)}</b>`)).toBe([...text].length);
        expect(visibleCharacters(htmlLink(text, text))).toBe([...text].length);
      }),
      1_000,
    );
  });

  it("are counted for well-formed markup of any depth, and not when an end tag is missing", () => {
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4, depthIdentifier: "markup" },
        fc.constantFrom("", "x", "&amp;", "か"),
        fc
          .tuple(fc.constantFrom("b", "i", "a", "code"), tie("tree"), tie("tree"))
          .map(([tag, inner, after]) => `<${tag}>${inner}</${tag}>${after}`),
      ),
    }));
    holds(
      fc.property(tree, fc.nat(), (markup, which) => {
        expect(visibleCharacters(markup)).toBe(
          [...markup.replace(/<[^>]*>/g, "").replaceAll("&amp;", "&")].length,
        );
        const ends = [...markup.matchAll(/<\/[^>]*>/g)];
        const end = ends[which % Math.max(1, ends.length)];
        if (end === undefined) return;
        const broken = markup.slice(0, end.index) + markup.slice(end.index + end[0].length);
        expect(visibleCharacters(broken)).toBeUndefined();
      }),
      1_000,
    );
  });

  it.each([
    ["opens tags only", "<b>".repeat(20_000)],
    ["has one tag with very many attributes", `<a ${"a=b ".repeat(15_000)}`],
    ["has one tag with very many spaces", `<a${" ".repeat(60_000)}`],
    ["has one tag with a very long name", `<${"a".repeat(60_000)}`],
    ["has names, spaces and equals signs in turn", `<a ${"a = ".repeat(15_000)}`],
    ["has attributes without values", `<a${" a".repeat(30_000)}!`],
    ["has ampersands only", "&".repeat(60_000)],
  ])("are told in the time of a test of a message of 60,000 letters that %s", (_name, message) => {
    expect(visibleCharacters(message) ?? message.length).toBe(message.length);
  });
});

describe("text in markup", () => {
  it("is inert: no tag, attribute or entity of it is left, and it can be read back", () => {
    expect(escapeHtml(`<b a="1">&amp;'`)).toBe("&lt;b a=&quot;1&quot;&gt;&amp;amp;'");
    holds(
      fc.property(anyText, (text) => {
        const escaped = escapeHtml(text);
        expect(escaped).not.toMatch(/[<>"]/);
        const back = escaped
          .replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">")
          .replaceAll("&quot;", '"')
          .replaceAll("&amp;", "&");
        expect(back).toBe(text);
      }),
    );
  });

  it("of a link cannot leave the link", () => {
    expect(htmlLink('https://x.example/?a=1&b="><script>', "</a><b>")).toBe(
      '<a href="https://x.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;">&lt;/a&gt;&lt;b&gt;</a>',
    );
  });
});
