import { beginning, lua, type Script } from "./script.ts";

/**
 * Stores a value under a name that has none. A repetition changes nothing.
 *
 * KEYS: the root. ARGV: 1 the name · 2 the value, if any. Reply: `none`, or `value` and a line of JSON.
 */
export const settingScript: Script = {
  name: "firstValue",
  source:
    beginning +
    lua`
local key = root .. ':settings'
if ARGV[2] then
  redis.call('HSETNX', key, ARGV[1], ARGV[2])
end
local value = redis.call('HGET', key, ARGV[1])
return value and 'value\n' .. cjson.encode(value) or 'none'
`,
};
