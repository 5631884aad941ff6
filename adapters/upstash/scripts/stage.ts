import { lua, type Script } from "./script.ts";

/**
 * Puts parts of a large call where {@link parts} finds them; nothing reads them before.
 *
 * KEYS: the root. ARGV: 1 the call's nonce · then of each part its number and its text. Reply: `staged`.
 */
export const stageScript: Script = {
  name: "stage",
  source: lua`
local key = KEYS[1] .. ':stage:' .. ARGV[1]
for n = 2, #ARGV, 2 do
  redis.call('HSET', key, ARGV[n], ARGV[n + 1])
end
redis.call('PEXPIRE', key, 600000)
return 'staged'
`,
};

/** The parts of a call: staged under its nonce, or the arguments after `last`. */
export const parts: string = lua`
local stage = root .. ':stage:' .. nonce

local function part(n, staged, last)
  return staged > 0 and redis.call('HGET', stage, text(n)) or ARGV[last + n]
end
`;
