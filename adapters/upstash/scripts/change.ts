import { lua } from "./script.ts";

/**
 * How the catalogue changes. Every change of an entity or key takes the next number of one sequence; `live` has the
 * number at which each last changed, `gone` that at which it was removed. A version is the number of its last change and
 * the nonce of the call that made it, so a version that a fail-over lost is never mistaken for another. The last thousand
 * versions are known; a reader of an older version gets the whole catalogue. `removed` keeps the last document of each removed
 * entity.
 */
export const change: string = lua`
local catalog = root .. ':catalog'
local state = redis.call('HMGET', catalog, 'seq', 'nonce')
local seq, nonceOfLast = tonumber(state[1] or 0), state[2] or '0'
local version = text(seq) .. '.' .. nonceOfLast
local isChanged = false

local function put(entity, document)
  if redis.call('HGET', root .. ':docs', entity) == document then
    return false
  end
  seq, isChanged = seq + 1, true
  redis.call('HSET', root .. ':docs', entity, document)
  redis.call('ZADD', root .. ':live', text(seq), entity)
  redis.call('ZREM', root .. ':gone', entity)
  redis.call('HDEL', root .. ':removed', entity)
  return true
end

local function remove(entity)
  local document = redis.call('HGET', root .. ':docs', entity)
  if not document then
    return
  end
  seq, isChanged = seq + 1, true
  redis.call('HDEL', root .. ':docs', entity)
  redis.call('HSET', root .. ':removed', entity, document)
  redis.call('ZREM', root .. ':live', entity)
  redis.call('ZADD', root .. ':gone', text(seq), entity)
end

-- entries: JSON of an AuditEntry each (core/storage/audit-store.ts).
local function note(entries)
  for _, entry in ipairs(entries) do
    local id = text(redis.call('HINCRBY', catalog, 'audit', 1))
    redis.call('ZADD', root .. ':audit', id, id .. '\t' .. text(now) .. '\t' .. entry)
  end
end

local function commit(nonce)
  if not isChanged then
    return version
  end
  local versions, before = root .. ':versions', version
  version = text(seq) .. '.' .. nonce
  redis.call('HSET', catalog, 'seq', text(seq), 'nonce', nonce, 'format', 2)
  if before == '0.0' then
    redis.call('ZADD', versions, 0, before)
  end
  redis.call('ZADD', versions, text(seq), version)
  local surplus = redis.call('ZCARD', versions) - 1000
  if surplus > 0 then
    redis.call('ZREMRANGEBYRANK', versions, 0, surplus - 1)
    redis.call('ZREMRANGEBYSCORE', root .. ':gone', '-inf', redis.call('ZRANGE', versions, 0, 0, 'WITHSCORES')[2])
  end
  return version
end
`;
