import { beginning, clock, holds, lua, type Script, zones } from "./script.ts";

/**
 * What campaigns have spent and hold, from one moment.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · then the campaigns' ids.
 * Reply: `zones`: write these and call again; or `spends` and a line for each campaign: empty where there is none, else
 * spent, held, day, spent and held on the day.
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
  local row = redis.call('HMGET', key, 'status', 'zone', 'spent', 'held')
  local day = row[1] and row[1] ~= 'removed' and dayOf(row[2])
  lines[n] = ''
  if day then
    local today = redis.call('HMGET', key, 'spent:' .. day, 'held:' .. day)
    lines[n] = table.concat({ row[3] or '0', row[4] or '0', day, today[1] or '0', today[2] or '0' }, '\t')
  end
end
if #missing > 0 then
  return zonesReply()
end
return table.concat(lines, '\n')
`,
};

/**
 * Texts by key: deliveries, or creative versions.
 *
 * KEYS: the root, then those of the texts. Reply: `texts` and a line for each, empty where there is none.
 */
export const textsScript: Script = {
  name: "readTexts",
  source: lua`
local lines = { 'texts' }
for n = 2, #KEYS do
  lines[n] = redis.call('GET', KEYS[n]) or ''
end
return table.concat(lines, '\n')
`,
};

/**
 * What was issued in the last hour.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 at most so many of each · 3 `all`, or `of` and then the platforms.
 * Reply: `recent` and a line for each: when and which.
 */
export const recentScript: Script = {
  name: "readRecentDeliveries",
  source:
    beginning +
    clock +
    holds +
    lua`
local lines = { 'recent' }
local function add(key)
  local found = redis.call('ZREVRANGEBYSCORE', key, '+inf', text(now - lifetimeMs), 'WITHSCORES', 'LIMIT', 0, ARGV[2])
  for n = 1, #found, 2 do
    lines[#lines + 1] = text(tonumber(found[n + 1])) .. '\t' .. found[n]
  end
end
if ARGV[3] == 'all' then
  add(recentKey())
end
for n = 4, #ARGV do
  add(recentKey(ARGV[n]))
end
return table.concat(lines, '\n')
`,
};

/**
 * Writes the days of time zones (zone-days.ts).
 *
 * KEYS: the root. ARGV: of each zone its name · its days · after how many milliseconds they expire.
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
