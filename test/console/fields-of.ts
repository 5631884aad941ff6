/** What the form of a page would send as it stands. */
export function fieldsOf(text: string): Record<string, string> {
  const main = text.slice(text.indexOf('name="version"') - 200);
  const plain = (value: string): string =>
    value.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
  const inputs = [...main.matchAll(/<input type="(?!checkbox)[^"]*" name="([^"]+)" value="([^"]*)"/g)];
  const areas = [...main.matchAll(/<textarea name="([^"]+)"[^>]*>\n([^<]*)<\/textarea>/g)];
  const selects = [...main.matchAll(/<select name="([^"]+)".*?<\/select>/gs)].map(([whole, name = ""]) => [
    whole,
    name,
    /value="([^"]*)" selected/.exec(whole)?.[1] ?? /value="([^"]*)"/.exec(whole)?.[1] ?? "",
  ]);
  const checks = [...main.matchAll(/<input type="checkbox" name="([^"]+)" value="([^"]*)" checked/g)];
  const boxes = [...Map.groupBy(checks, ([, name = ""]) => name)].map(([name, own]) => [
    "",
    name,
    own.map(([, , value = ""]) => value).join(", "),
  ]);
  const all = [...inputs, ...areas, ...selects, ...boxes].map(([, name = "", value = ""]) => [
    name,
    plain(value),
  ]);
  return Object.fromEntries(all);
}
