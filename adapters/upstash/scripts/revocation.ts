import { lua } from "./script.ts";

/**
 * How keys are revoked (core/catalog/revoked-key.ts). A key's document: the time of its revocation or `-`, a tab, and the rest of
 * its record as JSON.
 */
export const revocation: string = lua`
local function partsOf(document)
  local at, record = string.match(document, '^([^\t]*)\t(.*)$')
  return tonumber(at), record, cjson.decode(record)
end

local function isRefused(document)
  local at, _, key = partsOf(document)
  return key.revoked == true or (at ~= nil and at <= now)
end

-- most: a number as text, or empty for any number of keys.
local function isFull(publisher, most)
  if most == '' then
    return false
  end
  local usable = 0
  for _, id in ipairs(redis.call('ZRANGE', root .. ':keys', 0, -1)) do
    local document = redis.call('HGET', root .. ':docs', 'k:' .. id)
    local _, _, key = partsOf(document)
    if key.publisherId == publisher and not isRefused(document) then
      usable = usable + 1
    end
  end
  return usable >= tonumber(most)
end

-- Returns the same document when nothing changes.
local function revoked(document, afterMs)
  local at, record, key = partsOf(document)
  if key.revoked == true then
    return document
  elseif not at or now + afterMs < at then
    at = now + afterMs
  end
  if afterMs == 0 then
    record = string.sub(record, 1, -2) .. ',"revoked":true}'
  end
  return text(at) .. '\t' .. record
end

-- publishers: a set of ids.
local function revokeKeysOf(publishers)
  if not next(publishers) then
    return
  end
  for _, id in ipairs(redis.call('ZRANGE', root .. ':keys', 0, -1)) do
    local document = redis.call('HGET', root .. ':docs', 'k:' .. id)
    local _, _, key = partsOf(document)
    if publishers[key.publisherId] then
      put('k:' .. id, revoked(document, 0))
    end
  end
end
`;
