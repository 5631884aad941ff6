/** The content codings of compressed answers (RFC 9110 §8.4.1). */
export type ContentCoding = "br" | "gzip";

/** A weight (RFC 9110 §12.4.2). */
const weight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/**
 * The offered coding with the highest weight in Accept-Encoding (RFC 9110 §12.5.3); of equal ones the one offered first.
 * `undefined`: the client accepts none, or prefers the plain bytes. A malformed member counts as absent.
 */
export function chooseCoding(
  header: string | undefined,
  offered: readonly ContentCoding[],
): ContentCoding | undefined {
  if (header === undefined) return undefined;
  const weights = readWeights(header);
  let best: ContentCoding | undefined;
  // A header that does not name plain bytes accepts them, but prefers every coding that it names.
  let most = weights.get("identity") ?? weights.get("*") ?? 0;
  for (const coding of offered) {
    const liked = weights.get(coding) ?? weights.get("*") ?? 0;
    if (liked === 0 || liked < most || (liked === most && best !== undefined)) continue;
    most = liked;
    best = coding;
  }
  return best;
}

function readWeights(header: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const member of header.split(",")) {
    const [name = "", ...parameters] = member.split(";").map((part) => part.trim().toLowerCase());
    const coding = name === "x-gzip" ? "gzip" : name;
    const [parameter, ...more] = parameters;
    const value = parameter === undefined ? "1" : parameter.replace(/^q[ \t]*=[ \t]*/, "");
    if (coding !== "" && more.length === 0 && weight.test(value)) weights.set(coding, Number(value));
  }
  return weights;
}
