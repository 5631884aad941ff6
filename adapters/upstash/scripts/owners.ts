import { lua } from "./script.ts";

/**
 * Who had which platform and which campaign, and since when. Deliveries, charges, views and statistics of earlier releases do
 * not say whose they are; their owner is the one of their moment. `:owners` has a history for each platform (`f:<id>`, its
 * publisher) and campaign (`c:<id>`, its advertiser): a line for each owner, `since` and the owner as JSON with a tab between.
 * Lines are only added, so the owner of a moment never changes. What stood in the register when this release first read the
 * database was there since {@link followScript}'s earliest moment.
 */
export const owners: string = lua`
local earliest = -9007199254740991

-- Whether the histories know every change of the catalogue; instances of earlier releases add none.
local function isFollowed()
  local state = redis.call('HMGET', root .. ':catalog', 'seq', 'followed')
  return (state[1] or '0') == (state[2] or '0')
end

local histories = {}
local function historyOf(entity)
  if not histories[entity] then
    local history = {}
    for since, owner in string.gmatch(redis.call('HGET', root .. ':owners', entity) or '', '(%-?%d+)\t([^\n]*)') do
      history[#history + 1] = { since = tonumber(since), owner = cjson.decode('[' .. owner .. ']')[1] }
    end
    histories[entity] = history
  end
  return histories[entity]
end

-- Empty for what nobody had. What came in the millisecond of a change came before it: history does not move.
local function ownerOf(entity, at)
  local owner = ''
  for _, one in ipairs(historyOf(entity)) do
    if one.since < at then
      owner = one.owner
    end
  end
  return owner
end

-- The platforms that a publisher has or had.
local function platformsKey(publisher)
  return root .. ':platforms:' .. publisher
end

local function noteOwner(entity, owner, since)
  local history = historyOf(entity)
  local last = history[#history]
  if last and last.owner == owner then
    return
  end
  history[#history + 1] = { since = since, owner = owner }
  local before = redis.call('HGET', root .. ':owners', entity)
  local line = text(since) .. '\t' .. cjson.encode(owner)
  redis.call('HSET', root .. ':owners', entity, before and before .. '\n' .. line or line)
  if string.sub(entity, 1, 2) == 'f:' then
    redis.call('ZADD', platformsKey(owner), 0, string.sub(entity, 3))
  end
end
`;

/** What a script answers that needs the histories while they miss a change: {@link followScript} notes it. */
export const whenFollowed: string = lua`
if not isFollowed() then
  return 'follow'
end
`;

/**
 * Which lines are asked for: a JSON list of values for some fields, empty text for any value. Values are compared as texts,
 * whichever JSON they were written as.
 */
export const filters: string = lua`
local texts = {}
local function decoded(json)
  if texts[json] == nil then
    texts[json] = cjson.decode('[' .. json .. ']')[1]
  end
  return texts[json]
end

-- By the place of a field, the values that it may have.
local asked = {}
local function ask(place, list)
  if list == '' then
    return
  end
  asked[place] = {}
  for _, value in ipairs(cjson.decode(list)) do
    asked[place][value] = true
  end
end

-- fields: JSON each.
local function fits(fields)
  for place, values in pairs(asked) do
    if not values[decoded(fields[place])] then
      return false
    end
  end
  return true
end
`;
