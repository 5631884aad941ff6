import { change } from "./change.ts";
import { revocation } from "./revocation.ts";
import { beginning, clock, lua, once, type Script } from "./script.ts";

/**
 * Stores a new API key. Its document: revocation.ts.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce · 3 the key's id · 4 its document · 5 its
 * publisher · 6 the most live keys of that publisher, or empty · 7 the audit record as JSON, if any. Reply: `added`,
 * `exists` or `full`.
 */
export const addKeyScript: Script = {
  name: "addApiKey",
  source:
    beginning +
    clock +
    once +
    change +
    revocation +
    lua`
local id = ARGV[3]
if redis.call('HEXISTS', root .. ':docs', 'k:' .. id) == 1 then
  return 'exists'
elseif isFull(ARGV[5], ARGV[6]) then
  return 'full'
end
put('k:' .. id, ARGV[4])
redis.call('ZADD', root .. ':keys', text(seq), id)
note({ ARGV[7] })
commit(nonce)
return remember('added')
`,
};

/**
 * Revokes a key, unless it already ends sooner.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce · 3 the key's id · 4 the milliseconds
 * until then; 0: at once · 5 the audit record as JSON, if any. Reply: `none`, or `key` and the document.
 */
export const revokeKeyScript: Script = {
  name: "revokeApiKey",
  source:
    beginning +
    clock +
    once +
    change +
    revocation +
    lua`
local entity = 'k:' .. ARGV[3]
local document = redis.call('HGET', root .. ':docs', entity)
if not document then
  return 'none'
end
local after = revoked(document, tonumber(ARGV[4]))
if put(entity, after) then
  note({ ARGV[5] })
  commit(nonce)
end
return remember('key\n' .. after)
`,
};

/**
 * Stores a new key and revokes the one that it replaces.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce · 3 the id of the key that is replaced · 4 the
 * milliseconds until it is revoked; 0: at once · 5 the new key's id · 6 its document · 7 its publisher · 8 the most
 * live keys of that publisher, or empty · then the audit records as JSON. Reply: `rotated`, `unknown`, `revoked`,
 * `exists` or `full`.
 */
export const rotateKeyScript: Script = {
  name: "rotateApiKey",
  source:
    beginning +
    clock +
    once +
    change +
    revocation +
    lua`
local old, new = 'k:' .. ARGV[3], 'k:' .. ARGV[5]
local document = redis.call('HGET', root .. ':docs', old)
if not document then
  return 'unknown'
elseif isRefused(document) then
  return 'revoked'
elseif redis.call('HEXISTS', root .. ':docs', new) == 1 then
  return 'exists'
elseif tonumber(ARGV[4]) > 0 and isFull(ARGV[7], ARGV[8]) then
  return 'full'
end
put(new, ARGV[6])
redis.call('ZADD', root .. ':keys', text(seq), ARGV[5])
put(old, revoked(document, tonumber(ARGV[4])))
local entries = {}
for n = 9, #ARGV do
  entries[n - 8] = ARGV[n]
end
note(entries)
commit(nonce)
return remember('rotated')
`,
};

/**
 * A page of keys, in the order in which they were added.
 *
 * KEYS: the root. ARGV: 1 the number of keys before the page. Reply: `keys` and a line for each document. A page of fewer than
 * 1,000 is the last.
 */
export const listKeysScript: Script = {
  name: "listApiKeys",
  source:
    beginning +
    lua`
local lines = { 'keys' }
for n, id in ipairs(redis.call('ZRANGE', KEYS[1] .. ':keys', ARGV[1], ARGV[1] + 999)) do
  lines[n + 1] = redis.call('HGET', KEYS[1] .. ':docs', 'k:' .. id)
end
return table.concat(lines, '\n')
`,
};
