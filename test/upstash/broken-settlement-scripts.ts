/** A fault of a script, the text that is replaced in it, and the case of the kit that must notice it. */
export interface BrokenScript {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly caughtBy: string;
}

/** Faults of adjustments and statements. */
export const brokenSettlementScripts: readonly BrokenScript[] = [
  {
    name: "adjusts again under an id that is known",
    from: "return (string.match(line, '[^\\t]*$') == nonce and '+' or '=') .. line",
    to: "line = nil",
    caughtBy: "a repeated adjustment gets the first one, whatever it says",
  },
  {
    name: "takes back more than is left",
    from: "micros == 0 or micros > left",
    to: "micros == 0",
    caughtBy: "more than is left of a charge is refused and changes nothing",
  },
  {
    name: "forgets what was taken back before",
    from: "redis.call('HSET', root .. ':sums', charge.delivery, text(charge.adjusted)",
    to: "redis.call('HSET', root .. ':sums', charge.delivery, '0'",
    caughtBy: "64 callers that take back one charge take it once",
  },
  {
    name: "lets orders of one call not see each other",
    from: "if charges[delivery] == nil then",
    to: "if true then",
    caughtBy: "orders of one call see what those before them took",
  },
  {
    name: "restores a budget with every adjustment",
    from: "if one.isRestored then",
    to: "if true then",
    caughtBy: "a budget is used again only by adjustments that restore it",
  },
  {
    name: "restores the daily budget, too",
    from: "redis.call('HINCRBY', key, 'used', '-' .. one.micros)",
    to: `for _, field in ipairs(redis.call('HKEYS', key)) do
      if string.sub(field, 1, 4) == 'used' then
        redis.call('HINCRBY', key, field, '-' .. one.micros)
      end
    end`,
    caughtBy: "no adjustment gives a daily budget back",
  },
  {
    name: "adjusts and leaves the spent amount as it was",
    from: "redis.call('HINCRBY', key, 'waived', one.micros)",
    to: "",
    caughtBy: "an adjustment takes back a part of a charge, on every instance",
  },
  {
    name: "adjusts without a line in the ledger",
    from: "redis.call('HINCRBY', ledger, 'adjusted', one.micros)",
    to: "",
    caughtBy: "an adjustment takes back a part of a charge, on every instance",
  },
  {
    name: "restores without a line in the ledger",
    from: "redis.call('HINCRBY', ledger, 'restored', one.micros)",
    to: "",
    caughtBy: "a budget is used again only by adjustments that restore it",
  },
  {
    name: "leaves the publishers' part of adjustments out of the ledger",
    from: "redis.call('HINCRBY', ledger, 'adjustedPublisher', one.part)",
    to: "",
    caughtBy: "reports and the audit are charges less adjustments",
  },
  {
    name: "multiplies two amounts",
    from: "publisherPart(charge.adjusted, charge.publisher, charge.price)",
    to: "math.floor(charge.adjusted * charge.publisher / charge.price)",
    caughtBy: "amounts of adjustments are exact up to 2^53 - 1",
  },
  {
    name: "takes every product for exact",
    from: "if product < 2 ^ 53 then",
    to: "if true then",
    caughtBy: "amounts of adjustments are exact up to 2^53 - 1",
  },
  {
    name: "rounds the publisher's part of each adjustment",
    from: "local part = ofPublisher - charge.ofPublisher",
    to: "local part = publisherPart(micros, charge.publisher, charge.price)",
    caughtBy: "an adjustment without an amount takes back all that is left",
  },
  {
    name: "reports charges and no adjustments",
    from: "for kind = tonumber(ARGV[10]), 2 do",
    to: "for kind = 1, 1 do",
    caughtBy: "reports and the audit are charges less adjustments",
  },
  {
    name: "notes calls that adjust nothing",
    from: "if #adjustments > 0 then",
    to: "if true then",
    caughtBy: "an adjustment and its note are one step",
  },
  {
    name: "does not list what it charges",
    from: "redis.call('ZADD', root .. ':charges', text(now), one.id)",
    to: "",
    caughtBy: "charges of removed campaigns and of deleted deliveries can be adjusted",
  },
  {
    name: "loses the rest of a millisecond between two pages",
    from: "rank = redis.call('ZRANK', key, afterId) + 1",
    to: "rank = redis.call('ZCOUNT', key, '-inf', text(afterAt))",
    caughtBy: "charges are listed by time, page by page",
  },
  {
    name: "lists what was charged at the end of the time",
    from: "if at >= to then",
    to: "if at > to then",
    caughtBy: "charges are listed by time, page by page",
  },
  {
    name: "adds a statement after a gap",
    from: "~= number - 1",
    to: ">= number",
    caughtBy: "statements of an account are numbered without gaps",
  },
  {
    name: "adds statements without their notes",
    from: "note(ARGV[5] ~= '' and { ARGV[5] } or {})",
    to: "",
    caughtBy: "64 callers that add one statement add it once, with its note",
  },
  {
    name: "stores the first part of a long statement",
    from: "table.concat(document)",
    to: "document[1] .. (#document > 1 and '\"' or '')",
    caughtBy: "any text is an account, and a long document comes back whole",
  },
  {
    name: "lists every statement of an account that is asked for",
    from: "math.min(highest, before - 1)",
    to: "highest",
    caughtBy: "statements are listed by number, of the accounts asked for",
  },
];
