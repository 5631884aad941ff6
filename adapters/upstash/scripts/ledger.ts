import { beginning, lua, type Script } from "./script.ts";

/**
 * Compares the used and held amounts of campaigns with their charges, adjustments and open holds. All figures are of one moment, so
 * one script reads them. It takes about a second for a million open holds, and Redis runs nothing else meanwhile.
 *
 * KEYS: the root. Reply: `ledger` and a line for each campaign that ever was: its id as JSON, used, waived, charged, adjusted,
 * restored, held, open, unproven held, unproven open, number of charges, publishers' part of the charges and of the adjustments,
 * and the days that are out of balance, with commas between.
 */
export const ledgerScript: Script = {
  name: "auditLedger",
  source:
    beginning +
    lua`
local function hash(key)
  local fields, list = {}, redis.call('HGETALL', key)
  for n = 1, #list, 2 do
    fields[list[n]] = list[n + 1]
  end
  return fields
end

local open, places, hasUnproven = {}, 0, redis.call('EXISTS', root .. ':unproven') == 1
repeat
  local members = redis.call('ZRANGE', root .. ':holds', places, places + 999)
  places = places + #members
  for _, member in ipairs(members) do
    local day, price, size, names = string.match(member, '^[^\t]*\t([^\t]*)\t(%d+)\t(%d+)\t(.*)$')
    local campaign = string.sub(names, 1, tonumber(size))
    local ofCampaign = open[campaign] or { sum = 0, unproven = 0, days = {} }
    open[campaign] = ofCampaign
    if hasUnproven and redis.call('ZSCORE', root .. ':unproven', member) then
      ofCampaign.unproven = ofCampaign.unproven + tonumber(price)
    end
    ofCampaign.sum = ofCampaign.sum + tonumber(price)
    ofCampaign.days[day] = (ofCampaign.days[day] or 0) + tonumber(price)
  end
until #members == 0

local lines = { 'ledger' }
for n, id in ipairs(redis.call('SMEMBERS', root .. ':campaigns')) do
  local account, ledger = hash(root .. ':campaign:' .. id), hash(root .. ':ledger:' .. id)
  local holds = open[id] or { sum = 0, unproven = 0, days = {} }
  local isOff, off = {}, {}
  local function compare(day)
    local isEqual = tonumber(account['used:' .. day] or 0) == tonumber(ledger['charged:' .. day] or 0)
      and tonumber(account['held:' .. day] or 0) == (holds.days[day] or 0)
    if not isEqual and not isOff[day] then
      isOff[day] = true
      off[#off + 1] = day
    end
  end
  for _, fields in ipairs({ account, ledger }) do
    for field in pairs(fields) do
      local day = string.match(field, ':(.+)$')
      if day then
        compare(day)
      end
    end
  end
  for day in pairs(holds.days) do
    compare(day)
  end
  table.sort(off)
  lines[n + 1] = table.concat({
    cjson.encode(id), account.used or '0', account.waived or '0', ledger.charged or '0', ledger.adjusted or '0',
    ledger.restored or '0', account.held or '0', text(holds.sum), account.unproven or '0', text(holds.unproven),
    ledger.charges or '0', ledger.publisher or '0', ledger.adjustedPublisher or '0', table.concat(off, ','),
  }, '\t')
end
return table.concat(lines, '\n')
`,
};
