import { chargeLines, chargeWalk } from "./charge-lines.ts";
import { filters } from "./filters.ts";
import { beginning, lua, type Script } from "./script.ts";

/**
 * Charges or adjustments in the order of their time. A call looks at no more than 5,000.
 *
 * KEYS: the root. ARGV: 1 `:charges` or `:adjustments` · 2 from this moment on · 3 before this one · 4 the time and 5 the id of the
 * last one before, else empty · 6 at most so many · 7 to 11 JSON lists of the publishers, advertisers, API keys, platforms and
 * campaigns wanted, 12 of the marks; empty text for all.
 * Reply: `listed` and the time and the id (JSON) to go on after, if there may be more; then a line for each: its id as JSON, what was
 * taken back of it, the publisher's part of that, and the stored line.
 */
export const listScript: Script = {
  name: "listCharges",
  source:
    beginning +
    filters +
    chargeLines +
    chargeWalk +
    lua`
askCharges(7)
local set, from, to, limit, lines = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[6]), { '' }
local at, id = walk(set, from, to, tonumber(ARGV[4]), ARGV[5], 5000, function(id, _, line)
  lines[#lines + 1] = table.concat({ cjson.encode(id), set == ':charges' and adjustedOf(id) or '0\t0', line }, '\t')
  return #lines > limit
end)
lines[1] = 'listed\t' .. (at and text(at) .. '\t' .. cjson.encode(id) or '')
return table.concat(lines, '\n')
`,
};

/**
 * Charges of some deliveries, in their order.
 *
 * KEYS: the root. ARGV: 1 from this moment on · 2 before this one · 3 to 8 JSON lists as 7 to 12 of {@link listScript} · then the
 * deliveries. Reply: `listed` and a line for each charge, as of {@link listScript}.
 */
export const findChargesScript: Script = {
  name: "findCharges",
  source:
    beginning +
    filters +
    chargeLines +
    chargeWalk +
    lua`
askCharges(3)
local from, to, lines = tonumber(ARGV[1]), tonumber(ARGV[2]), { 'listed' }
for n = 9, #ARGV do
  local at, line = find(':charges', ARGV[n])
  if at and at >= from and at < to and fits(fieldsOf(line)) then
    lines[#lines + 1] = table.concat({ cjson.encode(ARGV[n]), adjustedOf(ARGV[n]), line }, '\t')
  end
end
return table.concat(lines, '\n')
`,
};
