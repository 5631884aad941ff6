/** The arguments of one request in bytes: well below the 1 MB that Upstash takes at least. */
const maxBytes = 500_000;

/** Items of one request. */
const maxItems = 1_000;

const encoder = new TextEncoder();

/** Consecutive items whose arguments fit into one request. An item that is larger is alone. */
export function requestsOf<T>(
  items: readonly T[],
  argsOf: (item: T) => readonly string[],
): readonly (readonly T[])[] {
  const requests: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    // A request is JSON, which writes a quotation mark as two bytes.
    const own = encoder.encode(JSON.stringify(argsOf(item))).length;
    const last = requests.at(-1);
    if (last === undefined || bytes + own > maxBytes || last.length === maxItems) {
      requests.push([item]);
      bytes = own;
    } else {
      last.push(item);
      bytes += own;
    }
  }
  return requests;
}
