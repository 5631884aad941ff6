import { change } from "./change.ts";
import { chargeLines, publisherPart } from "./charge-lines.ts";
import { beginning, clock, holds, lua, type Script } from "./script.ts";

/**
 * Adjusts charges in the order of the orders, each seeing the ones before it. Judges all of them first and writes last.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce: the client's own retry of a call gets the answers of
 * the first · 3 the audit record as JSON, else empty · 4 the number of texts · the texts: whether the budget is restored, reason and
 * actor as JSON, with tabs between · then of each order its id · its delivery · its amount, else empty · the number of its text.
 *
 * Reply: `adjusted` and a line for each order: `u` unknown; `-` and what is left of the charge; or the adjustment (charge-line.ts)
 * after `=` where it was known, and after `+` where it is new.
 */
export const adjustScript: Script = {
  name: "adjustCharges",
  source:
    beginning +
    clock +
    holds +
    change +
    chargeLines +
    publisherPart +
    lua`
local nonce, firstOrder = ARGV[2], 5 + tonumber(ARGV[4])

local charges = {}
local function chargeOf(delivery)
  if charges[delivery] == nil then
    local _, line = find(':charges', delivery)
    local price, publisher, names = string.match(line or '', '^[^\t]*\t(%d+)\t(%d+)\t(.*)$')
    charges[delivery] = price and {
      delivery = delivery, price = tonumber(price), publisher = tonumber(publisher), names = names,
      campaign = cjson.decode('[' .. string.match(names, '^[^\t]*\t[^\t]*\t([^\t]*)') .. ']')[1],
    } or false
    if price then
      local micros, ofPublisher = string.match(adjustedOf(delivery), '^(%d+)\t(%d+)$')
      charges[delivery].adjusted, charges[delivery].ofPublisher = tonumber(micros), tonumber(ofPublisher)
    end
  end
  return charges[delivery]
end

local adjustments, known = {}, {}
local function judge(id, delivery, wanted, words)
  local _, line = find(':adjustments', id)
  if line then
    return (string.match(line, '[^\t]*$') == nonce and '+' or '=') .. line
  elseif known[id] then
    return '=' .. known[id]
  end
  local charge = chargeOf(delivery)
  if not charge then
    return 'u'
  end
  local left = charge.price - charge.adjusted
  local micros = wanted == '' and left or tonumber(wanted)
  if micros == 0 or micros > left then
    return '-' .. text(left)
  end
  charge.adjusted = charge.adjusted + micros
  local ofPublisher = publisherPart(charge.adjusted, charge.publisher, charge.price)
  local part = ofPublisher - charge.ofPublisher
  charge.ofPublisher = ofPublisher
  line = table.concat({ text(now), text(micros), text(part), charge.names, cjson.encode(delivery), words, nonce }, '\t')
  known[id] = line
  adjustments[#adjustments + 1] = {
    id = id, charge = charge, micros = text(micros), part = text(part), line = line,
    isRestored = string.sub(words, 1, 4) == 'true',
  }
  return '+' .. line
end

local lines = { 'adjusted' }
for n = firstOrder, #ARGV, 4 do
  lines[#lines + 1] = judge(ARGV[n], ARGV[n + 1], ARGV[n + 2], ARGV[4 + tonumber(ARGV[n + 3])])
end

-- A write that fails half way would stay half done: what was not read is at least known to be of its type.
local hour = hourOf(now)
redis.call('HLEN', root .. ':adjustments:' .. hour)
redis.call('ZCARD', root .. ':audit')
for _, one in ipairs(adjustments) do
  redis.call('HLEN', root .. ':ledger:' .. one.charge.campaign)
  redis.call('HLEN', campaignKey(one.charge.campaign))
end

for _, one in ipairs(adjustments) do
  local charge = one.charge
  local key, ledger = campaignKey(charge.campaign), root .. ':ledger:' .. charge.campaign
  redis.call('HSET', root .. ':adjustments:' .. hour, one.id, one.line)
  redis.call('ZADD', root .. ':adjustments', text(now), one.id)
  redis.call('HSET', root .. ':sums', charge.delivery, text(charge.adjusted) .. '\t' .. text(charge.ofPublisher))
  redis.call('HINCRBY', ledger, 'adjusted', one.micros)
  redis.call('HINCRBY', ledger, 'adjustedPublisher', one.part)
  if one.isRestored then
    redis.call('HINCRBY', ledger, 'restored', one.micros)
    redis.call('HINCRBY', key, 'used', '-' .. one.micros)
  else
    redis.call('HINCRBY', key, 'waived', one.micros)
  end
end
if #adjustments > 0 then
  note(ARGV[3] ~= '' and { ARGV[3] } or {})
end
return table.concat(lines, '\n')
`,
};
