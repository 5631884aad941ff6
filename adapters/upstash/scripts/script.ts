/** Lua with its own escapes. */
export const lua: typeof String.raw = String.raw;

/** A Lua script that Redis runs as one atomic step. */
export interface Script {
  /** For error texts. */
  readonly name: string;
  readonly source: string;
}

export const text: string = lua`
-- Lua writes large numbers as 9.007199254741e+15.
local function text(number)
  return string.format('%.0f', number)
end
`;

/**
 * The beginning of every script of the store. A script takes the root of the keys as KEYS[1] and builds the rest from it: one
 * installation is one hash slot. Replies are lines of tab-separated fields, never JSON as a whole, so that a client
 * that deserialises replies by itself leaves them alone. A catalogue of another format is of a development version before 0.1.0.
 */
export const beginning: string = lua`
local root = KEYS[1]
local stored = redis.call('HMGET', root .. ':catalog', 'seq', 'format')
if stored[1] and stored[2] ~= '2' then
  return redis.error_reply('HANDBILL_DEVELOPMENT a development version wrote these keys')
end
${text}`;

/** Reads the server's clock, unless a test gives another; in whole milliseconds. */
export const clockFunction: string = lua`
local function clock(given)
  if given ~= '' then
    return tonumber(given)
  end
  local time = redis.call('TIME')
  return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
end
`;

/**
 * The one clock: the server's, unless a test gives another as ARGV[1]; in whole milliseconds.
 */
export const clock: string =
  clockFunction +
  lua`
local now = clock(ARGV[1])
`;

/** Networks of deliveries, each in a key that expires. */
export const networks: string = lua`
local function networkKey(id)
  return root .. ':n:' .. id
end

-- Empty once it is forgotten. The clock of a test may be ahead of Redis, which still has the key.
local function networkOf(id, now, keptMs)
  local at, network = string.match(redis.call('GET', networkKey(id)) or '', '^(%-?%d+)\t(.*)$')
  return at and now - tonumber(at) <= keptMs and network or ''
end
`;

/**
 * A campaign's day. Redis knows no time zones, so the client writes their days (zone-days.ts). A zone without the day of this
 * moment goes into `missing`, and the script answers with zonesReply() before it writes.
 */
export const zones: string = lua`
local days, missing = {}, {}

local function dayOf(zone)
  if days[zone] ~= nil then
    return days[zone]
  end
  local day = false
  for start, name in string.gmatch(redis.call('GET', root .. ':zone:' .. zone) or '', '(%-?%d+) (%S+)') do
    if tonumber(start) <= now then
      day = name ~= '-' and name
    end
  end
  if not day then
    missing[#missing + 1] = cjson.encode(zone)
  end
  days[zone] = day
  return day
end

local function zonesReply()
  return 'zones\t' .. text(now) .. '\n' .. table.concat(missing, '\n')
end
`;

/**
 * Names that several scripts share, and the member of a hold: everything that giving it back needs, so that a
 * delivery whose key is gone leaks nothing.
 */
export const holds: string = lua`
local lifetimeMs = 3600000

local function campaignKey(campaign)
  return root .. ':campaign:' .. campaign
end

local function capKey(campaign, user)
  return root .. ':cap:' .. #campaign .. ':' .. campaign .. ':' .. user
end

local function userKey(user)
  return root .. ':user:' .. user
end

-- Of one platform; without a platform, of all.
local function recentKey(platform)
  return root .. ':recent' .. (platform and ':' .. platform or '')
end

-- The platforms with deliveries of a publisher.
local function platformsKey(publisher)
  return root .. ':platforms:' .. publisher
end

local function holdMember(id, day, price, campaign, user)
  return table.concat({ id, day, text(price), tostring(#campaign), campaign .. user }, '\t')
end

-- Changes the held amount, in total and of the day. A day without a held amount has no field.
local function addHeld(campaign, day, micros)
  if micros == 0 then
    return
  end
  local key = campaignKey(campaign)
  redis.call('HINCRBY', key, 'held', text(micros))
  if redis.call('HINCRBY', key, 'held:' .. day, text(micros)) == 0 then
    redis.call('HDEL', key, 'held:' .. day)
  end
end

-- Takes a hold that ends out of the unproven ones, if it is among them.
local function endUnproven(member, campaign, price)
  if redis.call('ZREM', root .. ':unproven', member) == 1 then
    redis.call('HINCRBY', campaignKey(campaign), 'unproven', text(-price))
  end
end
`;

/**
 * Gives back what expired deliveries hold, at most `limit` of them and the oldest first: their money (`holds`) or, of
 * deliveries without a price, only their place in a frequency cap (`places`).
 */
export const release: string = lua`
local function release(set, limit)
  local key = root .. ':' .. set
  local due = redis.call('ZRANGEBYSCORE', key, '-inf', '(' .. text(now - lifetimeMs), 'LIMIT', 0, limit)
  if #due == 0 then
    return 0
  end
  local sums = {}
  for _, member in ipairs(due) do
    local id, day, price, size, names = string.match(member, '^([^\t]*)\t([^\t]*)\t(%d+)\t(%d+)\t(.*)$')
    local campaign, user = string.sub(names, 1, tonumber(size)), string.sub(names, tonumber(size) + 1)
    redis.call('ZREM', capKey(campaign, user), day .. '\t' .. id)
    endUnproven(member, campaign, tonumber(price))
    local ofCampaign = sums[campaign] or {}
    sums[campaign] = ofCampaign
    ofCampaign[day] = (ofCampaign[day] or 0) + tonumber(price)
  end
  for campaign, ofCampaign in pairs(sums) do
    for day, sum in pairs(ofCampaign) do
      addHeld(campaign, day, -sum)
    end
  end
  redis.call('ZREM', key, unpack(due))
  return #due
end

-- Holds of expired deliveries never refuse an order: a script gives them back before it judges limits. It answers 'backlog'
-- while there are more of them than one call should take.
local function hasBacklog()
  return release('holds', 500) == 500 or release('places', 500) == 500
end
`;

/** The member of a view in `:seen`: the delivery's id, then publisher, advertiser, API key, platform, campaign and user as JSON. */
export const views: string = lua`
local function viewMember(id, ...)
  local fields = { id }
  for _, name in ipairs({ ... }) do
    fields[#fields + 1] = cjson.encode(name)
  end
  return table.concat(fields, '\t')
end
`;

/**
 * Remembers the reply of a call for ten minutes, so that the client's own retry gets the same reply. ARGV[2] is the nonce of the
 * call.
 */
export const once: string = lua`
local nonce = ARGV[2]
local done = redis.call('GET', root .. ':once:' .. nonce)
if done then
  return done
end

local function remember(reply)
  redis.call('SET', root .. ':once:' .. nonce, reply, 'PX', 600000)
  return reply
end
`;
