import { beginning, clock, holds, lua, release, type Script } from "./script.ts";

/**
 * Gives back the holds of expired deliveries, oldest first, and as many places in frequency caps. Drops hours of statistics that
 * are older than their time, at most a day of them; without this call they expire by themselves.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the most holds, up to 512 · 3 the milliseconds
 * for which an hour of statistics is kept.
 * Reply: `released` and the number of holds.
 */
export const releaseScript: Script = {
  name: "releaseExpired",
  source:
    beginning +
    clock +
    holds +
    release +
    lua`
local tooOld = redis.call('ZRANGEBYSCORE', root .. ':hours', '-inf', '(' .. text(now - tonumber(ARGV[3])),
  'LIMIT', 0, 24)
for _, hour in ipairs(tooOld) do
  redis.call('UNLINK', root .. ':counts:' .. hour)
  redis.call('ZREM', root .. ':hours', hour)
end
local limit = math.min(512, tonumber(ARGV[2]))
if limit < 1 then
  return 'released\t0'
end
release('places', limit)
return 'released\t' .. release('holds', limit)
`,
};
