/**
 * Content-Type headers, read in linear time: any client can send as many letters as the runtime accepts, and a regular
 * expression with `\s*` at both ends would take quadratic time.
 */

/** The media type without its parameters, in lower case. */
export function mediaTypeOf(header: string | undefined): string {
  const [type = ""] = (header ?? "").split(";", 1);
  return type.trim().toLowerCase();
}

const maxParameters = 8;

/** Whether the header is `application/json` in UTF-8, without any other parameter. */
export function isJsonType(header: string | undefined): boolean {
  if (header === "application/json") return true;
  const [, ...parameters] = (header ?? "").split(";", maxParameters + 2);
  if (parameters.length > maxParameters) return false;
  return mediaTypeOf(header) === "application/json" && parameters.every(isUtf8);
}

const utf8Names: ReadonlySet<string> = new Set(["utf-8", "utf8", '"utf-8"', '"utf8"']);

function isUtf8(parameter: string): boolean {
  const text = parameter.trim().toLowerCase();
  if (text === "") return true;
  const [name = "", value = "", ...rest] = text.split("=", 3);
  return name.trimEnd() === "charset" && utf8Names.has(value.trimStart()) && rest.length === 0;
}
