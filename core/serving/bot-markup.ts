import { countCharacters } from "../contract/text.ts";

/** Telegram reads the first 100 tags of a message and ignores later ones; two are for the links of the ad. */
const maxTags = 98;

/**
 * The number of characters of an HTML message that a messenger shows: tags count nothing, an entity counts one. `undefined`
 * if a tag is open, crossed or broken, because an appended ad would end up inside it, or if there are so many tags that the
 * messenger would ignore those of the ad.
 */
export function visibleCharacters(message: string): number | undefined {
  const open: string[] = [];
  let tags = 0;
  let visible = 0;
  let index = 0;
  while (index < message.length) {
    const tagStart = message.indexOf("<", index);
    const end = tagStart < 0 ? message.length : tagStart;
    visible += countCharacters(message.slice(index, end).replace(entity, decoded));
    if (tagStart < 0) break;
    tag.lastIndex = tagStart;
    const match = tag.exec(message);
    if (match === null) return undefined;
    const name = (match[2] ?? "").toLowerCase();
    if (match[1] === "") {
      tags += 1;
      if (tags > maxTags) return undefined;
      open.push(name);
    } else if (open.pop() !== name) return undefined;
    index = tag.lastIndex;
  }
  return open.length === 0 ? visible : undefined;
}

/** The text that a messenger shows of an HTML message. */
export function shownText(message: string): string {
  return message
    .replace(/<[^<>]*>/g, "")
    .replaceAll("&nbsp;", " ")
    .replace(entity, (given) => named.get(given) ?? String.fromCodePoint(codePointOf(given) ?? 32));
}

const named: ReadonlyMap<string, string> = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&amp;", "&"],
  ["&quot;", '"'],
]);
const entity = /&(?:lt|gt|amp|quot|#[0-9]{1,7}|#x[0-9a-fA-F]{1,6});/g;
const tag =
  /<(\/?)([a-zA-Z][a-zA-Z0-9-]*)(?:\s+[a-zA-Z][\w-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*>/y;

/** A character for an entity. Telegram keeps the text of an entity that names no code point from 1 to U+10FFFE. */
function decoded(given: string): string {
  return named.has(given) || codePointOf(given) !== undefined ? "x" : given;
}

function codePointOf(given: string): number | undefined {
  const codePoint = Number(given.slice(2, -1).replace(/^x/, "0x"));
  return codePoint > 0 && codePoint < 0x10ffff ? codePoint : undefined;
}

/** Text as it stands in HTML, in content and in attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

export function htmlLink(url: string, text: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
}
