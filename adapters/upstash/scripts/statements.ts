import { change } from "./change.ts";
import { beginning, clock, lua, once, type Script } from "./script.ts";
import { parts } from "./stage.ts";

/**
 * Stores the next statement of an account.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce · 3 the account · 4 the statement's number · 5 the audit
 * record as JSON, else empty · 6 the number of staged parts · then, if none is staged, the parts of its document.
 * Reply: `added` or `exists`.
 */
export const addStatementScript: Script = {
  name: "addStatement",
  source:
    beginning +
    clock +
    once +
    change +
    parts +
    lua`
local account, number, staged = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[6])
if tonumber(redis.call('HGET', root .. ':accounts', account) or 0) ~= number - 1 then
  return 'exists'
end
local document = {}
for n = 1, staged > 0 and staged or #ARGV - 6 do
  document[n] = part(n, staged, 6)
  if not document[n] then
    return redis.error_reply('HANDBILL_DATA a part of the statement is missing: add it again')
  end
end
redis.call('ZADD', root .. ':statements', text(-number), text(number) .. '\t' .. account)
redis.call('SET', root .. ':statement:' .. text(number) .. ':' .. account, table.concat(document))
redis.call('HSET', root .. ':accounts', account, text(number))
note(ARGV[5] ~= '' and { ARGV[5] } or {})
redis.call('DEL', stage)
return remember('added')
`,
};

/**
 * Which statements there are, those with the largest number first, then in the order of their accounts.
 *
 * KEYS: the root. ARGV: 1 only numbers below this, else empty · 2 at most so many · 3 `all`, or `of` and then the accounts in their
 * order. Reply: `statements` and a line for each: number and account as JSON.
 */
export const statementsScript: Script = {
  name: "listStatements",
  source:
    beginning +
    lua`
local before, limit, lines = tonumber(ARGV[1]) or math.huge, tonumber(ARGV[2]), { 'statements' }
local function add(number, account)
  lines[#lines + 1] = text(number) .. '\t' .. cjson.encode(account)
end
if ARGV[3] == 'all' then
  local above = ARGV[1] == '' and '-inf' or '(' .. text(-before)
  for _, row in ipairs(redis.call('ZRANGEBYSCORE', root .. ':statements', above, '+inf', 'LIMIT', 0, limit)) do
    local number, account = string.match(row, '^(%d+)\t(.*)$')
    add(tonumber(number), account)
  end
end
local lasts, highest = {}, 0
for n = 4, #ARGV do
  lasts[n] = tonumber(redis.call('HGET', root .. ':accounts', ARGV[n]) or 0)
  highest = math.max(highest, lasts[n])
end
for number = math.min(highest, before - 1), 1, -1 do
  for n = 4, #ARGV do
    if lasts[n] >= number then
      add(number, ARGV[n])
    end
  end
  if #lines > limit then
    break
  end
end
return table.concat(lines, '\n', 1, math.min(#lines, limit + 1))
`,
};
