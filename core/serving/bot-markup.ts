import { countCharacters } from "../contract/text.ts";

/**
 * How many characters a messenger shows of an HTML message: tags count nothing, an entity counts one. `undefined`
 * when a tag is open, crossed or broken, for whatever is appended would end up inside it.
 */
export function visibleCharacters(message: string): number | undefined {
  const open: string[] = [];
  let visible = 0;
  let index = 0;
  while (index < message.length) {
    const tagStart = message.indexOf("<", index);
    const end = tagStart < 0 ? message.length : tagStart;
    visible += countCharacters(message.slice(index, end).replace(entity, "x"));
    if (tagStart < 0) break;
    tag.lastIndex = tagStart;
    const match = tag.exec(message);
    if (match === null) return undefined;
    const name = (match[2] ?? "").toLowerCase();
    if (match[1] === "") open.push(name);
    else if (open.pop() !== name) return undefined;
    index = tag.lastIndex;
  }
  return open.length === 0 ? visible : undefined;
}

const entity = /&(?:lt|gt|amp|quot|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});/g;
const tag =
  /<(\/?)([a-zA-Z][a-zA-Z0-9-]*)(?:\s+[a-zA-Z][\w-]*(?:\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>=]+))?)*\s*>/y;

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
