/**
 * A value in a template. Everything is escaped, except what a template made. `undefined`, `null` and `false` render
 * nothing.
 */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

/** HTML made only by {@link html}, so that no text becomes markup. */
class Markup {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  static textOf(markup: Markup): string {
    return markup.#text;
  }
}

export type Html = Markup;

/** Makes HTML from a template. Templates must put attribute values in double quotes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  let text = strings[0] ?? "";
  for (const [index, value] of values.entries()) text += textOf(value) + (strings[index + 1] ?? "");
  return new Markup(text);
}

/** Returns the text to send. */
export function writeHtml(markup: Html): string {
  return Markup.textOf(markup);
}

function textOf(value: HtmlValue): string {
  if (value instanceof Markup) return Markup.textOf(value);
  if (typeof value === "string") return escapeText(value);
  if (typeof value === "number") return String(value);
  if (value === undefined || value === null || value === false) return "";
  return value.map(textOf).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => entities[letter] ?? "");
}
