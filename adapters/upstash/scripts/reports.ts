import { chargeLines, chargeWalk } from "./charge-lines.ts";
import { filters } from "./filters.ts";
import { beginning, clockFunction, lua, networks, type Script } from "./script.ts";

/**
 * Adds up the charges of some time, then the adjustments. A call looks at no more than so many of them.
 *
 * KEYS: the root. ARGV: 1 from this moment on · 2 before this one · 3 at most so many · 4 to 8 JSON lists of the publishers,
 * advertisers, API keys, platforms and campaigns wanted, 9 of the marks; empty text for all · 10 1 for charges and 2 for
 * adjustments, 11 the time and 12 the id of the last one before, else 1 and empty · then the places of the fields asked for: 0 is the
 * hour, 4 to 14 are platform, placement, campaign, creative, topic, language, format, publisher, advertiser, API key and mark.
 * Reply: `charges` and, if there is more, what to give as 10 to 12 (the id as JSON); then a line for each combination: the number, the
 * sum and the publishers' part of the charges, the same of the adjustments, and its fields as JSON. A sum is two numbers with a space
 * between, thousands of millions and the rest, because it may pass what a number of Lua holds.
 */
export const readChargesScript: Script = {
  name: "readCharges",
  source:
    beginning +
    filters +
    chargeLines +
    chargeWalk +
    lua`
askCharges(4)
local from, to, enough, at, id = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[11]), ARGV[12]
local sets, sums, order, rest = { ':charges', ':adjustments' }, {}, {}, ''
local unit = 1000000000
local function add(sum, place, amount)
  local low = math.fmod(amount, unit)
  sum[place], sum.units[place] = sum[place] + low, sum.units[place] + (amount - low) / unit
end
for kind = tonumber(ARGV[10]), 2 do
  local first = 3 * kind - 2
  at, id = walk(sets[kind], from, to, at, id, enough, function(_, fields)
    fields[0] = hourOf(tonumber(fields[1]))
    local wanted = {}
    for place = 13, #ARGV do
      wanted[place - 12] = fields[tonumber(ARGV[place])]
    end
    local key = table.concat(wanted, '\t')
    local sum = sums[key]
    if not sum then
      sum = { 0, 0, 0, 0, 0, 0, units = { 0, 0, 0, 0, 0, 0 } }
      sums[key], order[#order + 1] = sum, key
    end
    add(sum, first, 1)
    add(sum, first + 1, tonumber(fields[2]))
    add(sum, first + 2, tonumber(fields[3]))
  end)
  if at then
    rest = kind .. '\t' .. text(at) .. '\t' .. cjson.encode(id)
    break
  end
end
local reply = { 'charges\t' .. rest }
for n, key in ipairs(order) do
  local line = {}
  for place, sum in ipairs(sums[key]) do
    line[place] = text(sums[key].units[place]) .. ' ' .. text(sum)
  end
  line[7] = key
  reply[n + 1] = table.concat(line, '\t')
end
return table.concat(reply, '\n')
`,
};

/**
 * The users, or the networks, that saw an ad in some time, of the kept deliveries.
 *
 * KEYS: the root. ARGV: 1 from this moment on · 2 before this one · 3 so many views are enough · 4 to 8 JSON lists of the
 * publishers, advertisers, API keys, platforms and campaigns wanted; empty text for all · 9 `users` or `networks` · 10 the clock of
 * tests, else empty · 11 for how many milliseconds a network is kept · then the places of the fields asked for: 1 publisher, 3 API
 * key, 4 platform.
 * Reply: `users` and the moment with which to go on, if any; then a line for each user or network and combination of these fields:
 * it and its fields, as JSON.
 */
export const readUsersScript: Script = {
  name: "readUniques",
  source:
    beginning +
    filters +
    clockFunction +
    networks +
    lua`
local from, to, enough = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local hourMs = 3600000
local firstHour = text(math.floor(from / hourMs) * hourMs)
local isOfNetworks, now, keptMs = ARGV[9] == 'networks', clock(ARGV[10]), tonumber(ARGV[11])
for argument = 4, 8 do
  ask(argument - 3, ARGV[argument])
end
local users, seen, nextHour = {}, 0, ''
for n, hour in ipairs(redis.call('ZRANGEBYSCORE', root .. ':viewed', firstHour, '(' .. ARGV[2], 'LIMIT', 0, 1000)) do
  if seen >= enough or n == 1000 then
    nextHour = hour
    break
  end
  local members = redis.call('ZRANGEBYSCORE', root .. ':seen:' .. hour, ARGV[1], '(' .. ARGV[2])
  for _, member in ipairs(members) do
    local fields = {}
    for field in string.gmatch(member, '\t([^\t]*)') do
      fields[#fields + 1] = field
    end
    if fits(fields) then
      local one = fields[6]
      if isOfNetworks then
        one = cjson.encode(networkOf(string.match(member, '^[^\t]*'), now, keptMs))
      end
      if one ~= '""' then
        local line = { one }
        for argument = 12, #ARGV do
          line[#line + 1] = fields[tonumber(ARGV[argument])]
        end
        users[table.concat(line, '\t')] = true
      end
    end
  end
  seen = seen + #members + 1
end
local reply = { 'users\t' .. nextHour }
for user in pairs(users) do
  reply[#reply + 1] = user
end
return table.concat(reply, '\n')
`,
};

/**
 * Records of the audit trail. A call looks at no more than 2,000.
 *
 * KEYS: the root. ARGV: 1 `newest` or `oldest` first · 2 only ids above this · 3 only ids below this, or +inf · 4 the most
 * records · 5 to 7 the publisher, kind and entity, with `=` before; empty text for all.
 * Reply: `audit` and the id of the next call, if any; then a line for each: id, moment, and the rest as JSON.
 */
export const readAuditScript: Script = {
  name: "readAudit",
  source:
    beginning +
    lua`
local isNewest, limit = ARGV[1] == 'newest', tonumber(ARGV[4])
local low, high = '(' .. ARGV[2], ARGV[3] == '+inf' and ARGV[3] or '(' .. ARGV[3]
local rows
if isNewest then
  rows = redis.call('ZREVRANGEBYSCORE', root .. ':audit', high, low, 'LIMIT', 0, 2000)
else
  rows = redis.call('ZRANGEBYSCORE', root .. ':audit', low, high, 'LIMIT', 0, 2000)
end
local function fits(entry, field, wanted)
  return wanted == '' or '=' .. entry[field] == wanted
end
local reply, last = { '' }, nil
for _, row in ipairs(rows) do
  local id, entry = string.match(row, '^(%d+)\t%-?%d+\t(.*)$')
  last = id
  entry = cjson.decode(entry)
  if fits(entry, 'publisherId', ARGV[5]) and fits(entry, 'kind', ARGV[6]) and fits(entry, 'entityId', ARGV[7]) then
    reply[#reply + 1] = row
    if #reply > limit then
      break
    end
  end
end
reply[1] = 'audit\t' .. (#rows == 2000 and #reply <= limit and last or '')
return table.concat(reply, '\n')
`,
};
