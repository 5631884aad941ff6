import { beginning, clock, holds, lua, networks, release, type Script, zones } from "./script.ts";

/**
 * Issues orders in their order. Everything is read and judged first and written last, because a script that fails does
 * not roll back. Amounts are added up in Lua only where a budget bounds the sum: up to 2^53 − 1 they are exact.
 *
 * KEYS: the root, then the delivery of each order.
 * ARGV: 1 the clock of tests, else empty · 2 the milliseconds for which a delivery is kept · 3 milliseconds added to every
 * expiry · 4 the milliseconds for which a network is kept · then of each order: 5 its document · 6 the share of a budget that
 * unproven holds may take, in basis points, else empty · 7 its network or empty · 8 the number of its choices · the document
 * of each choice.
 * Documents: delivery-value.ts.
 *
 * Reply: `backlog`: call releaseExpired and again; `zones`: write these and call again; or `issued`, the moment, and a line
 * for each order: `=` and the existing delivery, `+` and the choice and its day, or `-` and the reason for each choice.
 */
export const issueScript: Script = {
  name: "issue",
  source:
    beginning +
    clock +
    zones +
    holds +
    release +
    networks +
    lua`
local keptMs, slackMs, networksKeptMs = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
-- Longer than any day of any zone, even if the campaign has moved across the date line since.
local dayReachMs = 72 * 3600000
local maxMicros = 9007199254740991

local minUnprovenHolds = 20

local orders, keys, place = {}, {}, 5
for n = 2, #KEYS do
  local surface, platform, _, user, _, publisher = unpack(cjson.decode(ARGV[place]))
  local order = {
    id = string.sub(KEYS[n], #root + 4), isWeb = surface == 'web', platform = platform, publisher = publisher, user = user,
    document = ARGV[place], choices = {}, share = tonumber(ARGV[place + 1]), network = ARGV[place + 2],
  }
  for c = 1, tonumber(ARGV[place + 3]) do
    local document = ARGV[place + 3 + c]
    local campaign, _, _, _, price = unpack(cjson.decode(document))
    if type(price) ~= 'number' or price < 0 or price > maxMicros or price % 1 ~= 0 then
      return redis.error_reply('HANDBILL_DATA a price is no amount: give whole micro-units up to 2^53 - 1')
    end
    order.choices[c] = { campaign = campaign, price = price, document = document }
  end
  place = place + 4 + #order.choices
  orders[n - 1], keys[n - 1] = order, KEYS[n]
end

if hasBacklog() then
  return 'backlog'
end

local campaigns = {}
local function load(id)
  if campaigns[id] ~= nil then
    return
  end
  local key = campaignKey(id)
  local row = redis.call('HMGET', key, 'status', 'zone', 'total', 'daily', 'impressions', 'window', 'used', 'held',
    'unproven')
  local day = row[1] == 'active' and dayOf(row[2])
  if not day then
    campaigns[id] = false
    return
  end
  local today = redis.call('HMGET', key, 'used:' .. day, 'held:' .. day)
  campaigns[id] = {
    id = id,
    day = day,
    impressions = tonumber(row[5]),
    windowMs = row[6] ~= 'day' and tonumber(row[6]),
    -- Subtracts, because sums of three amounts are not exact.
    free = tonumber(row[3]) - tonumber(row[7] or 0) - tonumber(row[8] or 0),
    freeToday = tonumber(row[4]) - tonumber(today[1] or 0) - tonumber(today[2] or 0),
    taken = 0,
    budget = math.min(tonumber(row[3]), tonumber(row[4])),
    unproven = tonumber(row[9] or 0),
    takenUnproven = 0,
  }
end
for _, order in ipairs(orders) do
  for _, choice in ipairs(order.choices) do
    load(choice.campaign)
  end
end
if #missing > 0 then
  return zonesReply()
end

-- Holds no expired deliveries: their places were given back above.
local counted = {}
local function countShown(campaign, key)
  if counted[key] then
    return counted[key]
  end
  local count, today, place = 0, campaign.day .. '\t', 0
  if campaign.windowMs then
    count = redis.call('ZCOUNT', key, '(' .. text(now - campaign.windowMs), '+inf')
  end
  while not campaign.windowMs and count < campaign.impressions do
    local low = '(' .. text(now - dayReachMs)
    local members = redis.call('ZREVRANGEBYSCORE', key, '+inf', low, 'LIMIT', place, 1000)
    for _, member in ipairs(members) do
      if string.sub(member, 1, #today) == today then
        count = count + 1
      end
    end
    if #members < 1000 then
      break
    end
    place = place + 1000
  end
  counted[key] = count
  return count
end

-- The sum is exact, because the budgets have room for the price. An inexact product is larger than every such sum.
local function isShareUsed(campaign, price, share)
  local shared = math.floor(campaign.budget / 10000) * share
  return campaign.budget < maxMicros and campaign.unproven + price > math.max(minUnprovenHolds * price, shared)
end

local function refusal(order, choice)
  local campaign = campaigns[choice.campaign]
  if not campaign then
    return 'no_campaign'
  elseif choice.price > campaign.free then
    return 'budget'
  elseif choice.price > campaign.freeToday then
    return 'daily_budget'
  elseif order.share and order.isWeb and choice.price > 0 and isShareUsed(campaign, choice.price, order.share) then
    return 'unproven_holds'
  elseif campaign.impressions and countShown(campaign, capKey(campaign.id, order.user)) >= campaign.impressions then
    return 'frequency_cap'
  end
end

-- A write that fails half way stays half done. So the types of keys that are written unread are checked first.
local function checkType(key)
  redis.call('ZCARD', key)
end

checkType(recentKey())
checkType(root .. ':unproven')
local lines, taken, recent, platforms = { 'issued\t' .. text(now) }, {}, {}, {}
local known = #keys > 0 and redis.call('MGET', unpack(keys)) or {}
for n, order in ipairs(orders) do
  local line, reasons = known[n] and '=' .. known[n], {}
  for c, choice in ipairs(line and {} or order.choices) do
    local reason = refusal(order, choice)
    if not reason then
      local campaign = campaigns[choice.campaign]
      local isHeld = order.isWeb and choice.price > 0
      if isHeld then
        campaign.free = campaign.free - choice.price
        campaign.freeToday = campaign.freeToday - choice.price
        campaign.taken = campaign.taken + choice.price
      end
      local isUnproven = isHeld and order.share
      if isUnproven then
        campaign.unproven, campaign.takenUnproven = campaign.unproven + choice.price, campaign.takenUnproven + choice.price
      end
      local key = capKey(campaign.id, order.user)
      if campaign.impressions then
        counted[key] = counted[key] + 1
      else
        checkType(key)
      end
      checkType(recentKey(order.platform))
      checkType(platformsKey(order.publisher))
      checkType(userKey(order.user))
      taken[#taken + 1] = {
        n = n, order = order, choice = choice, campaign = campaign, cap = key, isHeld = isHeld, isUnproven = isUnproven,
      }
      line = '+' .. c .. '\t' .. campaign.day
      break
    end
    reasons[c] = reason
  end
  lines[n + 1] = line or '-' .. table.concat(reasons, ',')
end

for _, one in ipairs(taken) do
  local order, campaign = one.order, one.campaign
  local hold = one.isHeld and 'h' or (order.isWeb and 'p' or '')
  local value = table.concat({ text(now), campaign.day, hold, '', order.document, one.choice.document }, '\t')
  redis.call('SET', keys[one.n], value, 'PX', text(keptMs + slackMs))
  if hold ~= '' then
    local member = holdMember(order.id, campaign.day, one.choice.price, campaign.id, order.user)
    redis.call('ZADD', root .. (one.isHeld and ':holds' or ':places'), text(now), member)
    if one.isUnproven then
      redis.call('ZADD', root .. ':unproven', text(now), member)
    end
  end
  if order.network ~= '' then
    redis.call('SET', networkKey(order.id), text(now) .. '\t' .. order.network, 'PX', text(networksKeptMs + slackMs))
  end
  -- For campaigns without a cap too, because they may get a cap later.
  local reachMs = math.max(keptMs, campaign.windowMs or dayReachMs)
  redis.call('ZREMRANGEBYSCORE', one.cap, '-inf', text(now - reachMs))
  redis.call('ZADD', one.cap, text(now), campaign.day .. '\t' .. order.id)
  redis.call('PEXPIRE', one.cap, text(reachMs + slackMs))
  local mine = userKey(order.user)
  redis.call('ZREMRANGEBYSCORE', mine, '-inf', text(now - keptMs - slackMs))
  redis.call('ZADD', mine, text(now), order.id)
  redis.call('PEXPIRE', mine, text(keptMs + slackMs))
  for _, key in ipairs({ recentKey(), recentKey(order.platform) }) do
    recent[key] = true
    redis.call('ZADD', key, text(now), order.id)
  end
  local ofPublisher = platforms[order.publisher] or {}
  platforms[order.publisher], ofPublisher[order.platform] = ofPublisher, true
end
for publisher, ofPublisher in pairs(platforms) do
  for platform in pairs(ofPublisher) do
    redis.call('ZADD', platformsKey(publisher), 0, platform)
  end
end
for key in pairs(recent) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', '(' .. text(now - lifetimeMs))
  redis.call('PEXPIRE', key, text(lifetimeMs + slackMs))
end
for _, campaign in pairs(campaigns) do
  if campaign then
    addHeld(campaign.id, campaign.day, campaign.taken)
    if campaign.takenUnproven > 0 then
      redis.call('HINCRBY', campaignKey(campaign.id), 'unproven', text(campaign.takenUnproven))
    end
  end
end
return table.concat(lines, '\n')
`,
};
