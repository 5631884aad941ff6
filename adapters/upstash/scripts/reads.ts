import { filters } from "./filters.ts";
import { beginning, clock, holds, lua, networks, type Script, zones } from "./script.ts";

/**
 * The used, waived and held amounts of campaigns, from one moment.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · then the campaigns' ids.
 * Reply: `zones`: write these and call again; or `spends` and a line for each campaign: empty if it is unknown, else
 * used, waived, held, day, used and held on the day.
 */
export const spendScript: Script = {
  name: "readSpend",
  source:
    beginning +
    clock +
    zones +
    lua`
local lines = { 'spends' }
for n = 2, #ARGV do
  local key = root .. ':campaign:' .. ARGV[n]
  local row = redis.call('HMGET', key, 'status', 'zone', 'used', 'waived', 'held')
  local day = row[1] and row[1] ~= 'removed' and dayOf(row[2])
  lines[n] = ''
  if day then
    local today = redis.call('HMGET', key, 'used:' .. day, 'held:' .. day)
    lines[n] = table.concat({ row[3] or '0', row[4] or '0', row[5] or '0', day, today[1] or '0', today[2] or '0' }, '\t')
  end
end
if #missing > 0 then
  return zonesReply()
end
return table.concat(lines, '\n')
`,
};

/**
 * Deliveries.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the milliseconds for which a network is kept · then the deliveries.
 * Reply: `deliveries` and a line for each: empty if it is unknown, else its network as JSON, a tab and the stored value.
 */
export const deliveriesScript: Script = {
  name: "findDeliveries",
  source:
    beginning +
    clock +
    networks +
    lua`
local lines, keptMs = { 'deliveries' }, tonumber(ARGV[2])
for n = 3, #ARGV do
  local stored = redis.call('GET', root .. ':d:' .. ARGV[n])
  lines[n - 1] = stored and cjson.encode(networkOf(ARGV[n], now, keptMs)) .. '\t' .. stored or ''
end
return table.concat(lines, '\n')
`,
};

/**
 * Texts by key: creative versions and statements. A call ends after the text with which it has read enough.
 *
 * KEYS: the root, then those of the texts. ARGV: 1 so many bytes are enough. Reply: `texts` and a line for each, empty for
 * an unknown key.
 */
export const textsScript: Script = {
  name: "readTexts",
  source:
    beginning +
    lua`
local lines, bytes = { 'texts' }, 0
for n = 2, #KEYS do
  lines[n] = redis.call('GET', KEYS[n]) or ''
  bytes = bytes + #lines[n]
  if bytes > tonumber(ARGV[1]) then
    break
  end
end
return table.concat(lines, '\n')
`,
};

/**
 * The platforms with deliveries of some publishers.
 *
 * KEYS: the root. ARGV: the publishers. Reply: `platforms` and a line of JSON for each.
 */
export const platformsScript: Script = {
  name: "readPlatforms",
  source:
    beginning +
    holds +
    lua`
local lines = { 'platforms' }
for _, publisher in ipairs(ARGV) do
  for _, platform in ipairs(redis.call('ZRANGE', platformsKey(publisher), 0, -1)) do
    lines[#lines + 1] = cjson.encode(platform)
  end
end
return table.concat(lines, '\n')
`,
};

/**
 * Deliveries of the last hour, the newest first. A call reads at most about 2,000 of them.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the most of each list · 3 `next` of the call before, else
 * empty · 4 to 8 JSON lists of publishers, advertisers, API keys, campaigns and marks; empty text for all · 9
 * `all`, or `of` and then the platforms.
 * Reply: `recent` and `next`, empty at the end, and a line for each: its time and its id.
 */
export const recentScript: Script = {
  name: "readRecentDeliveries",
  source:
    beginning +
    clock +
    holds +
    filters +
    lua`
for argument = 4, 8 do
  ask(argument - 3, ARGV[argument])
end
local isFiltered = next(asked) ~= nil

local function isWanted(id)
  local order, choice = string.match(redis.call('GET', root .. ':d:' .. id) or '', '^[^\t]*\t[^\t]*\t[^\t]*\t[^\t]*\t([^\t]*)\t(.*)$')
  if not order then
    return false
  end
  local _, _, _, _, _, publisher, apiKey, mark = unpack(cjson.decode(order))
  local campaign, _, _, _, _, _, advertiser = unpack(cjson.decode(choice))
  local values = { publisher, advertiser, apiKey, campaign, mark }
  for place, wanted in pairs(asked) do
    if not wanted[values[place]] then
      return false
    end
  end
  return true
end

local keys, limit, looked = {}, tonumber(ARGV[2]), 0
local page = isFiltered and 500 or limit
if ARGV[9] == 'all' then
  keys[1] = recentKey()
end
for n = 10, #ARGV do
  keys[n - 9] = recentKey(ARGV[n])
end
local list, place, found = string.match(ARGV[3], '^(%d+) (%d+) (%d+)$')
list, place, found = tonumber(list or 1), tonumber(place or 0), tonumber(found or 0)
local lines = { '' }
while keys[list] and looked < 2000 do
  local rows, isOver = redis.call('ZREVRANGE', keys[list], place, place + page - 1, 'WITHSCORES'), false
  for n = 1, #rows, 2 do
    local at = tonumber(rows[n + 1])
    isOver = isOver or found >= limit or at < now - lifetimeMs
    if not isOver and (not isFiltered or isWanted(rows[n])) then
      lines[#lines + 1] = text(at) .. '\t' .. rows[n]
      found = found + 1
    end
  end
  looked, place = looked + #rows / 2, place + page
  if isOver or found >= limit or #rows < 2 * page then
    list, place, found = list + 1, 0, 0
  end
end
lines[1] = 'recent\t' .. (keys[list] and list .. ' ' .. place .. ' ' .. found or '')
return table.concat(lines, '\n')
`,
};

/**
 * Writes the days of time zones (zone-days.ts).
 *
 * KEYS: the root. ARGV: of each zone its name · its days · the milliseconds until they expire.
 * Reply: `written`.
 */
export const zonesScript: Script = {
  name: "writeZones",
  source:
    beginning +
    lua`
for n = 1, #ARGV, 3 do
  redis.call('SET', root .. ':zone:' .. ARGV[n], ARGV[n + 1], 'PX', ARGV[n + 2])
end
return 'written'
`,
};
