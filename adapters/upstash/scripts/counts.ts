import { filters } from "./filters.ts";
import { beginning, lua, once, type Script } from "./script.ts";

/**
 * Adds to the statistics. Each line is a field of its hour's hash: metric, reason, platform, placement, format, language,
 * campaign, creative, topic, publisher, API key and advertiser, each as JSON text, with tabs between.
 *
 * KEYS: the root. ARGV: 1 the milliseconds for which an hour is kept · 2 the call's nonce · then of each line: its hour ·
 * its field · its number.
 * Reply: `counted`.
 */
export const addCountsScript: Script = {
  name: "addCounts",
  source:
    beginning +
    once +
    lua`
local hours = {}
for n = 3, #ARGV, 3 do
  local hour = ARGV[n]
  hours[hour] = true
  redis.call('HINCRBY', root .. ':counts:' .. hour, ARGV[n + 1], ARGV[n + 2])
end
for hour in pairs(hours) do
  redis.call('ZADD', root .. ':hours', hour, hour)
  redis.call('PEXPIRE', root .. ':counts:' .. hour, ARGV[1])
end
return remember('counted')
`,
};

/**
 * Adds up the statistics of some hours. A call ends after the hour in which it reaches its number of lines.
 *
 * KEYS: the root. ARGV: 1 the first hour · 2 the hour before which it ends · 3 the number of lines · 4 to 9 JSON lists
 * of metrics, publishers, advertisers, API keys, platforms and campaigns; empty text for all · then the places of the fields to
 * add up by: 0 is the hour, 1 to 12 are those of a line.
 * Reply: `counts` and the hour of the next call, if any; then a line for each combination: its sum and its fields.
 */
export const readCountsScript: Script = {
  name: "readCounts",
  source:
    beginning +
    filters +
    lua`
for argument, place in pairs({ [4] = 1, [5] = 10, [6] = 12, [7] = 11, [8] = 3, [9] = 7 }) do
  ask(place, ARGV[argument])
end

local sums, order, seen, nextHour = {}, {}, 0, ''
for n, hour in ipairs(redis.call('ZRANGEBYSCORE', root .. ':hours', ARGV[1], '(' .. ARGV[2], 'LIMIT', 0, 1000)) do
  if seen >= tonumber(ARGV[3]) or n == 1000 then
    nextHour = hour
    break
  end
  local lines = redis.call('HGETALL', root .. ':counts:' .. hour)
  seen = seen + #lines / 2 + 1
  for n = 1, #lines, 2 do
    local fields = { [0] = hour }
    for field in string.gmatch(lines[n], '[^\t]+') do
      fields[#fields + 1] = field
    end
    if fits(fields) then
      local wanted = {}
      for place = 10, #ARGV do
        wanted[place - 9] = fields[tonumber(ARGV[place])]
      end
      local key = table.concat(wanted, '\t')
      if not sums[key] then
        order[#order + 1] = key
      end
      sums[key] = (sums[key] or 0) + tonumber(lines[n + 1])
    end
  end
end
local reply = { 'counts\t' .. nextHour }
for n, key in ipairs(order) do
  reply[n + 1] = text(sums[key]) .. '\t' .. key
end
return table.concat(reply, '\n')
`,
};
