import { lua } from "./script.ts";

/**
 * Charges and adjustments: `:charges` and `:adjustments` are their times, and beside each the lines (charge-line.ts) by hour. `:sums`
 * is what was taken back of each charge.
 */
export const chargeLines: string = lua`
local hourMs = 3600000

local function hourOf(at)
  return text(math.floor(at / hourMs) * hourMs)
end

-- The time and the line of one.
local function find(set, id)
  local at = tonumber(redis.call('ZSCORE', root .. set, id))
  return at, at and redis.call('HGET', root .. set .. ':' .. hourOf(at), id)
end

local function adjustedOf(delivery)
  return redis.call('HGET', root .. ':sums', delivery) or '0\t0'
end

`;

/** Reads many of them, by the filters of the arguments. Needs `filters` and {@link chargeLines}. */
export const chargeWalk: string = lua`
local function fieldsOf(line)
  local fields = {}
  for field in string.gmatch(line, '[^\t]+') do
    fields[#fields + 1] = field
  end
  return fields
end

-- Calls add() with the id, fields and line of each row of the time that fits the filters, in their order and after a place if one is
-- given. Stops when add() returns true, or after enough rows, and returns the place of the last row; at the end it returns nothing.
local function walk(set, from, to, afterAt, afterId, enough, add)
  local key, looked, rank = root .. set, 0, nil
  if afterAt and tonumber(redis.call('ZSCORE', key, afterId)) == afterAt then
    rank = redis.call('ZRANK', key, afterId) + 1
  else
    rank = redis.call('ZCOUNT', key, '-inf', '(' .. text(math.max(from, afterAt or from)))
  end
  while true do
    local rows = redis.call('ZRANGE', key, rank + looked, rank + looked + 499, 'WITHSCORES')
    for n = 1, #rows, 2 do
      local id, at = rows[n], tonumber(rows[n + 1])
      if at >= to then
        return
      end
      local line = redis.call('HGET', key .. ':' .. hourOf(at), id)
      local fields = fieldsOf(line)
      looked = looked + 1
      if fits(fields) and add(id, fields, line) or looked == enough then
        return at, id
      end
    end
    if #rows < 1000 then
      return
    end
  end
end

-- From this argument on JSON lists of publishers, advertisers, API keys, platforms, campaigns and marks, for fits().
local function askCharges(first)
  for n, place in ipairs({ 11, 12, 13, 4, 6, 14 }) do
    ask(place, ARGV[first + n - 1])
  end
end
`;

/**
 * floor(micros × publisher / price). Bit by bit where the product is too large for a number of Lua: `rest` is always less than the
 * price, so its double is exact.
 */
export const publisherPart: string = lua`
local function publisherPart(micros, publisher, price)
  local product, quotient, rest, others = micros * publisher, 0, 0, price - publisher
  if product < 2 ^ 53 then
    return (product - math.fmod(product, price)) / price
  end
  for bit = 52, 0, -1 do
    quotient, rest = 2 * quotient, 2 * rest
    if rest >= price then
      quotient, rest = quotient + 1, rest - price
    end
    if math.floor(micros / 2 ^ bit) % 2 == 1 then
      if rest >= others then
        quotient, rest = quotient + 1, rest - others
      else
        rest = rest + publisher
      end
    end
  end
  return quotient
end
`;
