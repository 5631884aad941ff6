import { clock, lua, type Script, text } from "./script.ts";

/**
 * Decides claims as core/ratelimit/memory-rate-limiter.ts does: grants closer together than a twentieth of the window are
 * given back together, with the last of them.
 *
 * KEYS: the root, then those of the windows; a value is `started last units`, the oldest first, with semicolons between.
 * ARGV: 1 the clock of tests, else empty · 2 milliseconds added to every expiry · then of each claim: the place of its key
 * after the root · its limit · its window in milliseconds · its cost.
 * Reply: `rates` and a line for each claim: granted (1 or 0), remaining, resetAfterMs, retryAfterMs.
 */
export const ratesScript: Script = {
  name: "take",
  source:
    text +
    clock +
    lua`
local tallies = {}
local function recall(place, windowMs)
  local tally = tallies[place]
  if tally then
    return tally
  end
  tally = { key = KEYS[place + 1], windowMs = windowMs, bursts = {}, taken = 0, isChanged = false }
  tallies[place] = tally
  for started, last, units in string.gmatch(redis.call('GET', tally.key) or '', '(%-?%d+) (%-?%d+) (%d+)') do
    local burst = { started = tonumber(started), last = tonumber(last), units = tonumber(units) }
    -- The clock was set back: grants of a time that is now in the future count as granted now.
    if burst.last > now then
      burst.last, burst.started, tally.isChanged = now, math.min(burst.started, now), true
    end
    if burst.last + windowMs > now then
      tally.bursts[#tally.bursts + 1] = burst
      tally.taken = tally.taken + burst.units
    else
      tally.isChanged = true
    end
  end
  return tally
end

local function waitFor(tally, units)
  for _, burst in ipairs(tally.bursts) do
    units = units - burst.units
    if units <= 0 then
      return burst.last + tally.windowMs - now
    end
  end
  return tally.windowMs
end

local function add(tally, units)
  local last = tally.bursts[#tally.bursts]
  if last and (now - last.started) * 20 < tally.windowMs then
    last.units, last.last = last.units + units, now
  else
    tally.bursts[#tally.bursts + 1] = { started = now, last = now, units = units }
  end
  tally.taken, tally.isChanged = tally.taken + units, true
end

local lines = { 'rates' }
for n = 3, #ARGV, 4 do
  local limit, cost = tonumber(ARGV[n + 1]), tonumber(ARGV[n + 3])
  local tally = recall(tonumber(ARGV[n]), tonumber(ARGV[n + 2]))
  local isGranted = tally.taken + cost <= limit
  local retryMs = isGranted and 0 or waitFor(tally, tally.taken + cost - limit)
  if isGranted and cost > 0 then
    add(tally, cost)
  end
  local last = tally.bursts[#tally.bursts]
  lines[#lines + 1] = table.concat({
    isGranted and '1' or '0', text(math.max(0, limit - tally.taken)), text(last and last.last + tally.windowMs - now or 0),
    text(retryMs),
  }, '\t')
end

for _, tally in pairs(tallies) do
  local last, parts = tally.bursts[#tally.bursts], {}
  for n, burst in ipairs(tally.bursts) do
    parts[n] = text(burst.started) .. ' ' .. text(burst.last) .. ' ' .. text(burst.units)
  end
  if tally.isChanged and last then
    redis.call('SET', tally.key, table.concat(parts, ';'), 'PX', text(last.last + tally.windowMs - now + tonumber(ARGV[2])))
  elseif tally.isChanged then
    redis.call('DEL', tally.key)
  end
end
return table.concat(lines, '\n')
`,
};
