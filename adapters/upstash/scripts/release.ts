import { beginning, clock, holds, lua, release, type Script } from "./script.ts";

/**
 * Gives back the holds of expired deliveries, oldest first, and beside them as many places in frequency caps.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 at most so many holds, up to 512.
 * Reply: `released` and how many holds it was.
 */
export const releaseScript: Script = {
  name: "releaseExpired",
  source:
    beginning +
    clock +
    holds +
    release +
    lua`
local limit = math.min(512, tonumber(ARGV[2]))
if limit < 1 then
  return 'released\t0'
end
release('places', limit)
return 'released\t' .. release('holds', limit)
`,
};
