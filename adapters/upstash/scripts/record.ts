import { beginning, clock, holds, lua, type Script, views } from "./script.ts";

/**
 * Records events in their order, each seeing the ones before it. Judges all of them first and writes last.
 *
 * KEYS: the root, then the delivery of each event.
 * ARGV: 1 the clock of tests, else empty · 2 the call's nonce: the client's own retry of a call gets the answers of the
 * first · 3 the milliseconds for which a delivery is kept · then of each event its identity within its delivery, `s`, `c` or
 * `p:<scene>:<button>`, and its mark or empty.
 *
 * Reply: `recorded` and a line for each event: `u` unknown; or, with the delivery after the event, `e` expired,
 * `y` too early, `d` duplicate, `r` recorded, `R` recorded and charged.
 */
export const recordScript: Script = {
  name: "record",
  source:
    beginning +
    clock +
    holds +
    views +
    lua`
local minViewAgeMs = 1000
local maxMicros = 9007199254740991
local nonce = ARGV[2]
if #KEYS == 1 then
  return 'recorded'
end

local deliveries, values = {}, redis.call('MGET', unpack(KEYS, 2))
local function load(n)
  local key, value = KEYS[n + 1], values[n]
  if not value or deliveries[key] then
    return deliveries[key]
  end
  local at, day, hold, log, order, choice = string.match(value, '^(%-?%d+)\t([^\t]*)\t(%a*)\t([^\t]*)\t([^\t]*)\t(.*)$')
  local surface, platform, placement, user, language, owner, apiKey, mark = unpack(cjson.decode(order))
  local campaign, version, format, topic, price, publisher, advertiser = unpack(cjson.decode(choice))
  local one = { key = key, at = at, day = day, hold = hold, log = log, order = order, choice = choice, news = {} }
  one.id, one.isBot, one.campaign, one.price, one.publisher = string.sub(key, #root + 4), surface == 'bot', campaign, price, publisher
  one.user, one.platform, one.mark = user, platform, mark
  one.names = { platform, placement, campaign, version, topic, language, format, owner, advertiser, apiKey }
  one.isCharged = string.find(log, '!', 1, true) ~= nil
  if hold ~= '' then
    one.set = root .. (hold == 'p' and ':places' or ':holds')
    one.member = holdMember(one.id, day, price, campaign, user)
    -- The sorted set holds every open hold. A hold that is not in it was charged or given back.
    one.isOpen = hold ~= 'p' and not one.isCharged and redis.call('ZSCORE', one.set, one.member) ~= false
    one.isReleased = hold ~= 'p' and not one.isCharged and not one.isOpen
  end
  deliveries[key] = one
  return one
end

-- The money that is left for clicks of bots: of the whole budget, and of the day of the issue.
local left = {}
local function pays(one)
  local campaign = left[one.campaign] or { days = {} }
  left[one.campaign] = campaign
  if not campaign.days[one.day] then
    local row = redis.call('HMGET', campaignKey(one.campaign), 'total', 'daily', 'used', 'held', 'used:' .. one.day, 'held:' .. one.day)
    campaign.whole = campaign.whole or tonumber(row[1] or maxMicros) - tonumber(row[3] or 0) - tonumber(row[4] or 0)
    campaign.days[one.day] = tonumber(row[2] or maxMicros) - tonumber(row[5] or 0) - tonumber(row[6] or 0)
  end
  if one.price > campaign.whole or one.price > campaign.days[one.day] then
    return false
  end
  campaign.whole = campaign.whole - one.price
  campaign.days[one.day] = campaign.days[one.day] - one.price
  return true
end

-- The mark is the last text of the order.
local function markOnce(one, mark)
  if one.mark == '' and mark ~= '' then
    one.mark, one.order = mark, string.sub(one.order, 1, -4) .. cjson.encode(mark) .. ']'
  end
end

local charges = {}
local function judge(one, identity, mark)
  local age = now - tonumber(one.at)
  if age > lifetimeMs or one.isReleased then
    return 'e'
  elseif identity == 's' and age < minViewAgeMs then
    return 'y'
  end
  local _, stop = string.find(',' .. one.log, ',' .. identity .. '@', 1, true)
  if stop then
    local saidBy, charge = string.match(one.log, '^%-?%d+@([%w_-]+)(!?)', stop)
    if saidBy ~= nonce or one.news[identity] then
      return 'd'
    end
    return charge == '!' and 'R' or 'r'
  end
  markOnce(one, mark)
  local isCharged = one.isOpen
  if one.isBot and identity == 'c' and one.price > 0 then
    isCharged = pays(one)
  end
  if isCharged then
    charges[#charges + 1] = one
    one.wasHeld, one.isOpen, one.chargedMark = one.isOpen, false, one.mark
  end
  one.isNewlySeen = one.isNewlySeen or one.log == ''
  local entry = identity .. '@' .. text(now) .. '@' .. nonce .. (isCharged and '!' or '')
  one.log = one.log == '' and entry or one.log .. ',' .. entry
  one.news[identity] = true
  one.isChanged = true
  return isCharged and 'R' or 'r'
end

local hourMs = 3600000
local hour = text(math.floor(now / hourMs) * hourMs)
local lines = { 'recorded' }
for n = 1, #KEYS - 1 do
  local one, line = load(n), 'u'
  if one then
    line = judge(one, ARGV[2 * n + 2], ARGV[2 * n + 3]) .. table.concat({ one.at, one.day, one.hold, one.log, one.order, one.choice }, '\t')
  end
  lines[n + 1] = line
end

-- The creative of a version; empty if the version was never stored.
local creatives = {}
local function creativeOf(version)
  if not creatives[version] then
    local document = redis.call('GET', root .. ':version:' .. version)
    creatives[version] = document and cjson.decode(document).creative.id or ''
  end
  return creatives[version]
end
-- A write that fails half way stays half done. So the types of keys that are written unread are checked first.
redis.call('HLEN', root .. ':charges:' .. hour)
for _, key in ipairs({ ':seen:' .. hour, ':viewed', ':charges', ':places', ':unproven' }) do
  redis.call('ZCARD', root .. key)
end
for _, one in ipairs(charges) do
  redis.call('HLEN', root .. ':ledger:' .. one.campaign)
  redis.call('HLEN', campaignKey(one.campaign))
  one.creative = creativeOf(one.names[4])
end

for _, one in pairs(deliveries) do
  if one.isChanged then
    redis.call('SET', one.key, table.concat({ one.at, one.day, one.hold, one.log, one.order, one.choice }, '\t'), 'KEEPTTL')
    if one.set then
      redis.call('ZREM', one.set, one.member)
      endUnproven(one.member, one.campaign, one.price)
    end
  end
  if one.isNewlySeen then
    local key = root .. ':seen:' .. hour
    redis.call('ZADD', key, text(now), viewMember(one.id, one.names[8], one.names[9], one.names[10], one.platform, one.campaign, one.user))
    redis.call('PEXPIRE', key, text(hourMs + tonumber(ARGV[3])))
    redis.call('ZADD', root .. ':viewed', hour, hour)
    redis.call('ZREMRANGEBYSCORE', root .. ':viewed', '-inf', text(now - hourMs - tonumber(ARGV[3])))
  end
end

for _, one in ipairs(charges) do
  local key, ledger, price = campaignKey(one.campaign), root .. ':ledger:' .. one.campaign, text(one.price)
  if one.wasHeld then
    addHeld(one.campaign, one.day, -one.price)
  end
  redis.call('HINCRBY', key, 'used', price)
  redis.call('HINCRBY', key, 'used:' .. one.day, price)
  redis.call('HINCRBY', ledger, 'charged', price)
  redis.call('HINCRBY', ledger, 'charged:' .. one.day, price)
  redis.call('HINCRBY', ledger, 'publisher', text(one.publisher))
  redis.call('HINCRBY', ledger, 'charges', 1)
  local line = { text(now), price, text(one.publisher) }
  one.names[4] = one.creative
  for _, name in ipairs(one.names) do
    line[#line + 1] = cjson.encode(name)
  end
  line[#line + 1] = cjson.encode(one.chargedMark)
  redis.call('HSET', root .. ':charges:' .. hour, one.id, table.concat(line, '\t'))
  redis.call('ZADD', root .. ':charges', text(now), one.id)
end
return table.concat(lines, '\n')
`,
};
