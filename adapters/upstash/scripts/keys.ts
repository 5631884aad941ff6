import { change } from "./change.ts";
import { beginning, clock, lua, once, type Script } from "./script.ts";

/**
 * Stores a new API key. A key's document: when it was revoked, or `-`, a tab, and the rest of its record as JSON.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce · 3 the key's id · 4 its document · 5 the audit
 * record as JSON, if any. Reply: `added` or `exists`.
 */
export const addKeyScript: Script = {
  name: "addApiKey",
  source:
    beginning +
    clock +
    once +
    change +
    lua`
local nonce, id = ARGV[2], ARGV[3]
local done = remembered(nonce)
if done then
  return done
elseif redis.call('HEXISTS', root .. ':docs', 'k:' .. id) == 1 then
  return 'exists'
end
put('k:' .. id, ARGV[4])
redis.call('ZADD', root .. ':keys', text(seq), id)
note({ ARGV[5] })
commit(nonce)
return remember(nonce, 'added')
`,
};

/**
 * Sets when a key is revoked, unless it is so sooner.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce · 3 the key's id · 4 when · 5 the audit record
 * as JSON, if any. Reply: `none`, or `key` and the document.
 */
export const revokeKeyScript: Script = {
  name: "revokeApiKey",
  source:
    beginning +
    clock +
    once +
    change +
    lua`
local nonce, entity = ARGV[2], 'k:' .. ARGV[3]
local done = remembered(nonce)
if done then
  return done
end
local document = redis.call('HGET', root .. ':docs', entity)
if not document then
  return 'none'
end
local revoked, rest = string.match(document, '^([^\t]*)\t(.*)$')
if revoked == '-' or tonumber(revoked) > tonumber(ARGV[4]) then
  document = ARGV[4] .. '\t' .. rest
  put(entity, document)
  note({ ARGV[5] })
  commit(nonce)
end
return remember(nonce, 'key\n' .. document)
`,
};

/**
 * Some keys in the order in which they were added.
 *
 * KEYS: the root. ARGV: 1 how many come before them. Reply: `keys` and a line for each document; fewer than 1,000 are the
 * last.
 */
export const listKeysScript: Script = {
  name: "listApiKeys",
  source: lua`
local lines = { 'keys' }
for n, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':keys', ARGV[1], ARGV[1] + 999)) do
  lines[n + 1] = redis.call('HGET', KEYS[1] .. ':docs', 'k:' .. id)
end
return table.concat(lines, '\n')
`,
};
