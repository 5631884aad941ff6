import { change } from "./change.ts";
import { beginning, clock, lua, type Script } from "./script.ts";

/**
 * One page of the catalogue's changes, in their order. An entity that changes between two pages comes again on a later page, so
 * that after the last page all pages together show the moment of the last.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the known version, else empty · 3 a page ends after so many bytes of
 * documents · 4 to 6 on later pages `reload` (1 or 0), `goneSince` and `next` of the page before, else empty.
 * Reply: `same` and the moment; or `page`, the moment, version, reload, goneSince and
 * next (empty on the last), and a line for each entity: `+`, the letter of its kind and its document; on the last page also
 * `-`, letter and id as JSON for each that was removed.
 */
export const changesScript: Script = {
  name: "catalogChanges",
  source:
    beginning +
    clock +
    change +
    lua`
local since, reload, goneSince, next = ARGV[2], ARGV[4] == '1', ARGV[5], ARGV[6]
if next == '' then
  if since == version then
    return 'same\t' .. text(now)
  end
  local known = since ~= '' and redis.call('ZSCORE', root .. ':versions', since)
  reload = not known or redis.call('ZCOUNT', root .. ':gone', '(' .. known, '+inf') > 10000
  next = reload and '0' or known
  goneSince = reload and text(seq) or known
end

local reply, bytes, last = {}, 0, ''
local rows = redis.call('ZRANGEBYSCORE', root .. ':live', '(' .. next, '+inf', 'WITHSCORES', 'LIMIT', 0, 2000)
for n = 1, #rows, 2 do
  local document = redis.call('HGET', root .. ':docs', rows[n])
  bytes = bytes + #document
  reply[#reply + 1] = '+' .. string.sub(rows[n], 1, 1) .. document
  last = rows[n + 1]
  if bytes > tonumber(ARGV[3]) then
    break
  end
end
if #rows > 0 and (#reply < #rows / 2 or #rows == 4000) then
  next = last
else
  next = ''
  for _, entity in ipairs(redis.call('ZRANGEBYSCORE', root .. ':gone', '(' .. goneSince, '+inf')) do
    reply[#reply + 1] = '-' .. string.sub(entity, 1, 1) .. cjson.encode(string.sub(entity, 3))
  end
end
table.insert(reply, 1, table.concat({ 'page', text(now), version, reload and '1' or '0', goneSince, next }, '\t'))
return table.concat(reply, '\n')
`,
};

/**
 * The last documents of removed entities.
 *
 * KEYS: the root. ARGV: the entities, each the letter of its kind, a colon and its id.
 * Reply: `removed` and a line for each: its document, or empty if it never existed or exists now.
 */
export const removedScript: Script = {
  name: "readRemoved",
  source:
    beginning +
    lua`
local lines = { 'removed' }
for n, entity in ipairs(ARGV) do
  lines[n + 1] = redis.call('HGET', root .. ':removed', entity) or ''
end
return table.concat(lines, '\n')
`,
};
