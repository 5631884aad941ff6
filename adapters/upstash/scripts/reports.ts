import { filters } from "./filters.ts";
import { beginning, clockFunction, lua, networks, type Script } from "./script.ts";

const common = lua`
local from, to, enough = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local hourMs = 3600000
local firstHour = text(math.floor(from / hourMs) * hourMs)
`;

/**
 * Adds up the charges of a range of time. A call ends after the hour in which it reaches its number of charges.
 *
 * KEYS: the root. ARGV: 1 from this moment on · 2 before this one · 3 the number of charges · 4 to 8 JSON lists of
 * publishers, advertisers, API keys, platforms and campaigns, 9 of marks; empty text for all · then the places of the
 * fields to add up by: 0 is the hour, 4 to 14 are platform, placement, campaign, creative, topic, language, format, publisher,
 * advertiser, API key and mark.
 * Reply: `charges` and the hour of the next call, if any; then a line for each combination: charges, spent, publishers' part
 * and its fields as JSON.
 */
export const readChargesScript: Script = {
  name: "readCharges",
  source:
    beginning +
    filters +
    common +
    lua`
for argument, place in pairs({ [4] = 11, [5] = 12, [6] = 13, [7] = 4, [8] = 6, [9] = 14 }) do
  ask(place, ARGV[argument])
end
local sums, order, seen, nextHour = {}, {}, 0, ''
for n, hour in ipairs(redis.call('ZRANGEBYSCORE', root .. ':charged', firstHour, '(' .. ARGV[2], 'LIMIT', 0, 1000)) do
  if seen >= enough or n == 1000 then
    nextHour = hour
    break
  end
  local lines = redis.call('HVALS', root .. ':charges:' .. hour)
  seen = seen + #lines + 1
  for _, line in ipairs(lines) do
    local fields = { [0] = hour }
    for field in string.gmatch(line, '[^\t]+') do
      fields[#fields + 1] = field
    end
    local at = tonumber(fields[1])
    if at >= from and at < to and fits(fields) then
      local wanted = {}
      for place = 10, #ARGV do
        wanted[place - 9] = fields[tonumber(ARGV[place])]
      end
      local key = table.concat(wanted, '\t')
      local sum = sums[key]
      if not sum then
        sum = { 0, 0, 0 }
        sums[key], order[#order + 1] = sum, key
      end
      sum[1], sum[2], sum[3] = sum[1] + 1, sum[2] + tonumber(fields[2]), sum[3] + tonumber(fields[3])
    end
  end
end
local reply = { 'charges\t' .. nextHour }
for n, key in ipairs(order) do
  local sum = sums[key]
  reply[n + 1] = text(sum[1]) .. '\t' .. text(sum[2]) .. '\t' .. text(sum[3]) .. '\t' .. key
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
    common +
    clockFunction +
    networks +
    lua`
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
