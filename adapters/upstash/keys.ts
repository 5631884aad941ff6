/**
 * The keys of an installation. All of them begin with `{prefix}`: one hash tag, so that a script may touch them together.
 * Ids stand in keys as they are; where two meet, the length of the first comes before it.
 *
 * | key | type | what | expires |
 * | --- | --- | --- | --- |
 * | `:d:<delivery>` | string | a delivery (delivery-value.ts) | `deliveriesKeptMs` after its issue |
 * | `:holds` | sorted set by issue | what open web deliveries hold: delivery, day, price, campaign, user | members leave when they are charged or given back |
 * | `:unproven` | sorted set by issue | those of `:holds` that are unproven | likewise |
 * | `:n:<delivery>` | string | when a delivery was issued and its network | `networksKeptMs` after its issue |
 * | `:places` | sorted set by issue | the same of web deliveries without a price: their places in frequency caps | likewise |
 * | `:cap:<length>:<campaign>:<user>` | sorted set by issue | deliveries that count toward a frequency cap, or will if the campaign gets one | after the last of them: `deliveriesKeptMs`, or the cap's window (`day`: 72 hours) if that is longer |
 * | `:user:<user>` | sorted set by issue | a user's deliveries, to forget them | `deliveriesKeptMs` after the last of them |
 * | `:campaign:<campaign>` | hash | status, zone, budgets, cap; used and held, in total and by day; waived; unproven holds | never |
 * | `:ledger:<campaign>` | hash | what was charged, in total and by day; charges; publishers' part; what was adjusted and restored | never |
 * | `:campaigns` | set | every campaign that ever was | never |
 * | `:charges:<hour>`, `:charges` | hash, sorted set by time | each charge (charge-line.ts), by delivery | never |
 * | `:adjustments:<hour>`, `:adjustments` | hash, sorted set by time | each adjustment (charge-line.ts), by its id | never |
 * | `:sums` | hash | what was taken back of a charge and the publisher's part of it, by delivery | never |
 * | `:statement:<number>:<account>`, `:statements`, `:accounts` | string, sorted set by falling number, hash | the document of a statement; all statements; the last number of each account | never |
 * | `:seen:<hour>`, `:viewed` | sorted sets by time | who saw what of whom, to count different users; the hours that have any | `deliveriesKeptMs` after its hour |
 * | `:recent`, `:recent:<platform>` | sorted sets by issue | the deliveries of the last hour, of all platforms and of each | an hour after the last of them |
 * | `:counts:<hour>`, `:hours` | hash, sorted set | statistics; the hours that have any | `countsKeptMs` after the last addition |
 * | `:docs` | hash | entities and API keys by kind and id | never |
 * | `:removed` | hash | what was removed, by kind and id, as it last stood | never |
 * | `:platforms:<publisher>` | sorted set | the platforms with deliveries of a publisher | never |
 * | `:live`, `:gone` | sorted sets by change | when each last changed; when it was removed | of `:gone`, what no known version needs |
 * | `:catalog`, `:versions`, `:keys` | hash, sorted sets | the format and the version, the last thousand of them, keys as they were added | never |
 * | `:version:<version>` | string | a creative's version | `deliveriesKeptMs` and a week after it was replaced |
 * | `:zone:<zone>` | string | the next days of a time zone | at their end |
 * | `:rate:<window>:<key>` | string | what a rate limit has granted | one window after the last grant |
 * | `:once:<nonce>`, `:stage:<nonce>` | string, hash | answers for the client's own retry; parts of a large change or statement | after ten minutes |
 * | `:audit` | sorted set by id | the audit trail | never |
 * | `:settings` | hash | the values of `firstValue`, by name | never |
 * | `:webhooks`, `:due`, `:message:<id>` | hash, sorted set, hashes | webhooks and their messages | a message 400 days after it was told |
 */
export interface Keys {
  readonly root: string;
  readonly delivery: (id: string) => string;
  readonly version: (id: string) => string;
  readonly statement: (number: number, account: string) => string;
  readonly rate: (windowMs: number, key: string) => string;
}

const defaultPrefix = "handbill";

/** Throws for a prefix that could break the hash tag. */
export function keysOf(prefix: string = defaultPrefix): Keys {
  if (!/^[A-Za-z0-9_.-]{1,64}$/.test(prefix)) {
    throw new RangeError(`"${prefix}" cannot be the prefix: use 1 to 64 letters, digits, "_", "." and "-".`);
  }
  const root = `{${prefix}}`;
  return {
    root,
    delivery: (id) => `${root}:d:${id}`,
    version: (id) => `${root}:version:${id}`,
    statement: (number, account) => `${root}:statement:${number}:${account}`,
    rate: (windowMs, key) => `${root}:rate:${windowMs}:${key}`,
  };
}
