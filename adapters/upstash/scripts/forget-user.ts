import { change } from "./change.ts";
import { beginning, clock, holds, lua, networks, once, type Script, views } from "./script.ts";

/**
 * Forgets deliveries of one user, the oldest first. With each delivery go its hold, its place in a frequency cap, its network and
 * its entry for counting unique users. Charges hold no user and stay.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce · 3 the user · 4 at most so many, up to 512 ·
 * 5 the audit record as JSON, if any, noted if there is a delivery.
 * Reply: `forgotten`, how many deliveries there were, and `more` if another call is needed.
 */
export const forgetUserScript: Script = {
  name: "forgetUser",
  source:
    beginning +
    clock +
    holds +
    once +
    change +
    views +
    networks +
    lua`
local user, limit = ARGV[3], tonumber(ARGV[4])
local mine = userKey(user)
local ids = redis.call('ZRANGE', mine, 0, limit - 1)

local found = {}
for _, id in ipairs(ids) do
  local key = root .. ':d:' .. id
  local at, day, hold, log, order, choice = string.match(redis.call('GET', key) or '', '^(%-?%d+)\t([^\t]*)\t(%a*)\t([^\t]*)\t([^\t]*)\t(.*)$')
  if at then
    local _, platform, _, _, _, publisher, apiKey = unpack(cjson.decode(order))
    local campaign, _, _, _, price, _, advertiser = unpack(cjson.decode(choice))
    local seenAt = tonumber(string.match(log, '^[^@]*@(%-?%d+)@'))
    found[#found + 1] = {
      id = id, key = key, day = day, hold = hold, seenAt = seenAt, campaign = campaign, price = price,
      view = viewMember(id, publisher, advertiser, apiKey, platform, campaign, user),
    }
  end
end

local hourMs = 3600000
for _, one in ipairs(found) do
  local member = holdMember(one.id, one.day, one.price, one.campaign, user)
  if one.hold == 'h' and redis.call('ZREM', root .. ':holds', member) == 1 then
    addHeld(one.campaign, one.day, -one.price)
    endUnproven(member, one.campaign, one.price)
  elseif one.hold == 'p' then
    redis.call('ZREM', root .. ':places', member)
  end
  redis.call('ZREM', capKey(one.campaign, user), one.day .. '\t' .. one.id)
  if one.seenAt then
    local key = root .. ':seen:' .. text(math.floor(one.seenAt / hourMs) * hourMs)
    redis.call('ZREM', key, one.view)
  end
  redis.call('DEL', one.key, networkKey(one.id))
end
if #ids > 0 then
  redis.call('ZREM', mine, unpack(ids))
end
if #found > 0 then
  note({ ARGV[5] })
end
return remember('forgotten\t' .. #found .. '\t' .. (#ids == limit and 'more' or ''))
`,
};
