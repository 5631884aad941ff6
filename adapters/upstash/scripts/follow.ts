import { change } from "./change.ts";
import { owners } from "./owners.ts";
import { revocation } from "./revocation.ts";
import { beginning, clock, lua, type Script } from "./script.ts";

/**
 * Notes what instances of earlier releases changed in the catalogue, at most a thousand changes a call; the first time, all
 * that they left. Of platforms and campaigns their owners, the first time as of the earliest moment. Of what was removed,
 * that it was there: its document is gone. A key whose time has come was revoked, and so are the keys of removed publishers.
 * Removals that the catalogue has forgotten are found in the audit trail.
 *
 * Each call goes on where the last one ended; a change that is noted twice is noted once.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce. Reply: `followed`, or `more`: call again.
 */
export const followScript: Script = {
  name: "followCatalog",
  source:
    beginning +
    clock +
    change +
    owners +
    revocation +
    lua`
if wasFollowed then
  return 'followed'
end
local progress = redis.call('HMGET', catalog, 'followed', 'trail', 'upgraded')
local followed, isFirst = tonumber(progress[1] or 0), not progress[3]
local letters = { publisher = 'p', platform = 'f', campaign = 'c', creative = 'r', topic = 't' }

if isFirst and progress[2] ~= 'read' then
  local rows = redis.call('ZRANGEBYSCORE', root .. ':audit', '(' .. (progress[2] or '0'), '+inf', 'LIMIT', 0, 1000)
  local last
  for _, row in ipairs(rows) do
    local id, entry = string.match(row, '^(%d+)\t%-?%d+\t(.*)$')
    last, entry = id, cjson.decode(entry)
    if entry.action == 'remove' and letters[entry.kind] then
      redis.call('HSETNX', root .. ':removed', letters[entry.kind] .. ':' .. entry.entityId, '')
    end
  end
  redis.call('HSET', catalog, 'trail', #rows == 1000 and last or 'read')
  return 'more'
end

local function firstOf(set)
  local row = redis.call('ZRANGEBYSCORE', root .. set, '(' .. text(followed), '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
  return tonumber(row[2] or seq)
end
local last = seq
local low = math.min(firstOf(':live'), firstOf(':gone'))
local high = math.min(last, low + 999)
local live = redis.call('ZRANGEBYSCORE', root .. ':live', text(low), text(high))
local gone = redis.call('ZRANGEBYSCORE', root .. ':gone', text(low), text(high))
local since = isFirst and earliest or now

for _, entity in ipairs(live) do
  local kind = string.sub(entity, 1, 2)
  redis.call('HDEL', root .. ':removed', entity)
  if kind == 'f:' then
    noteOwner(entity, cjson.decode(redis.call('HGET', root .. ':docs', entity)).publisherId, since)
  elseif kind == 'c:' then
    noteOwner(entity, cjson.decode(redis.call('HGET', root .. ':docs', entity)).advertiser, since)
  elseif kind == 'k:' then
    local key = redis.call('HGET', root .. ':docs', entity)
    if isRefused(key) then
      put(entity, revoked(key, 0))
    end
  end
end
local publishers = {}
for _, entity in ipairs(gone) do
  redis.call('HSET', root .. ':removed', entity, '')
  if string.sub(entity, 1, 2) == 'p:' then
    publishers[string.sub(entity, 3)] = true
  end
end
revokeKeysOf(publishers)
redis.call('HSET', catalog, 'followed', text(high))
if high == last and not isChanged then
  redis.call('HSET', catalog, 'upgraded', 1)
end
commit(ARGV[2])
return 'more'
`,
};

/**
 * Whose deliveries of earlier releases are.
 *
 * KEYS: the root. ARGV: of each its platform, its campaign and the moment of its issue.
 * Reply: `owners` and a line for each: publisher and advertiser as JSON.
 */
export const ownersScript: Script = {
  name: "readOwners",
  source:
    beginning +
    owners +
    lua`
if not isFollowed() then
  return 'follow'
end
local lines = { 'owners' }
for n = 1, #ARGV, 3 do
  local at = tonumber(ARGV[n + 2])
  lines[#lines + 1] = cjson.encode(ownerOf('f:' .. ARGV[n], at)) .. '\t' .. cjson.encode(ownerOf('c:' .. ARGV[n + 1], at))
end
return table.concat(lines, '\n')
`,
};
