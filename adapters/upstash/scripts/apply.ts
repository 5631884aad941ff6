import { change } from "./change.ts";
import { revocation } from "./revocation.ts";
import { beginning, clock, holds, lua, once, release, type Script, zones } from "./script.ts";
import { parts } from "./stage.ts";

/**
 * Applies a change of the catalogue as a whole or not at all.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce · 3 the expected version · 4 the
 * milliseconds for which a replaced creative version is kept · 5 the number of staged parts · 6 of audit records ·
 * then the parts, if none is staged: the audit records as JSON, and the entries. An entry: `+` or `-` and the letter of its kind, its id as JSON,
 * details as JSON (of a campaign: status, zone, budgets and cap, empty if it has none; of a creative: its version), and its
 * document, with tabs between.
 *
 * Reply: `backlog`: call releaseExpired and again; `zones`: write these and call again; `applied` or `conflict` and the
 * version; `floors` and a line for each budget: campaign as JSON, field, floor.
 */
export const applyScript: Script = {
  name: "applyCatalog",
  source:
    beginning +
    clock +
    zones +
    holds +
    release +
    once +
    change +
    revocation +
    parts +
    lua`
if ARGV[3] ~= version then
  return 'conflict\t' .. version
elseif hasBacklog() then
  return 'backlog'
end

local staged, audited, audit, entries = tonumber(ARGV[5]), tonumber(ARGV[6]), {}, {}
local function add(entry)
  local sign, kind, id, details, document = string.match(entry or '', '^([+-])(%a)\t([^\t]*)\t([^\t]*)\t(.*)$')
  if not sign then
    return false
  end
  entries[#entries + 1] = {
    isPut = sign == '+', kind = kind, id = cjson.decode('[' .. id .. ']')[1], details = cjson.decode(details),
    document = document,
  }
  return true
end
for n = 1, staged > 0 and staged or #ARGV - 6 do
  local found = part(n, staged, 6)
  if not found then
    return redis.error_reply('HANDBILL_DATA a part of the change is missing: apply it again')
  elseif n <= audited then
    audit[n] = found
  elseif not add(found) then
    return redis.error_reply('HANDBILL_DATA an entry of the change is malformed')
  end
end

local floors = { 'floors' }
local function keepFloor(entry, field, budget, used, held)
  local floor = tonumber(used or 0) + tonumber(held or 0)
  if budget ~= '' and tonumber(budget) < floor then
    floors[#floors + 1] = cjson.encode(entry.id) .. '\t' .. field .. '\t' .. text(floor)
  end
end
for _, entry in ipairs(entries) do
  local day = entry.isPut and entry.kind == 'c' and dayOf(entry.details[2])
  if day then
    local key, details = campaignKey(entry.id), entry.details
    local row = redis.call('HMGET', key, 'used', 'held', 'used:' .. day, 'held:' .. day)
    keepFloor(entry, 'totalBudgetMicros', details[3], row[1], row[2])
    keepFloor(entry, 'dailyBudgetMicros', details[4], row[3], row[4])
  end
end
if #missing > 0 then
  return zonesReply()
elseif #floors > 1 then
  return table.concat(floors, '\n')
end

-- Without a budget the sum is bounded by the largest exact integer.
local function amount(budget)
  return budget == '' and '9007199254740991' or budget
end

local function forgetVersionOf(creative)
  local document = redis.call('HGET', root .. ':docs', 'r:' .. creative)
  if document then
    redis.call('PEXPIRE', root .. ':version:' .. cjson.decode(document).versionId, ARGV[4])
  end
end

local function putVersion(entry)
  forgetVersionOf(entry.id)
  local key = root .. ':version:' .. entry.details[1]
  redis.call('SET', key, entry.document, 'NX')
  redis.call('PERSIST', key)
end

local publishers = {}
for _, entry in ipairs(entries) do
  local entity = entry.kind .. ':' .. entry.id
  if not entry.isPut then
    if entry.kind == 'p' then
      publishers[entry.id] = true
    elseif entry.kind == 'c' and redis.call('HEXISTS', root .. ':docs', entity) == 1 then
      redis.call('HSET', campaignKey(entry.id), 'status', 'removed')
    elseif entry.kind == 'r' then
      forgetVersionOf(entry.id)
    end
    remove(entity)
  else
    if entry.kind == 'r' then
      putVersion(entry)
    elseif entry.kind == 'c' then
      local status, zone, total, daily, impressions, window = unpack(entry.details)
      redis.call('HSET', campaignKey(entry.id), 'status', status, 'zone', zone, 'total', amount(total), 'daily', amount(daily),
        'impressions', impressions, 'window', window)
      redis.call('SADD', root .. ':campaigns', entry.id)
    end
    put(entity, entry.document)
  end
end
revokeKeysOf(publishers)
-- An audit record changes the version too: a change that is repeated after a lost reply is then a conflict.
if #audit > 0 and not isChanged then
  seq, isChanged = seq + 1, true
end
note(audit)
redis.call('DEL', stage)
return remember('applied\t' .. commit(nonce))
`,
};
