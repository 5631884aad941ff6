import { change } from "./change.ts";
import { beginning, clock, lua, once, type Script } from "./script.ts";

const common = beginning + clock + once;

/** How long a settled message is remembered, so that the same event is not sent again. */
const toldKeptMs = 400 * 86_400_000;

/**
 * Stores a webhook.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce · 3 its id · 4 the webhook as JSON · 5 the
 * most webhooks · 6 the audit record as JSON, if any. Reply: `stored` or `full`.
 */
export const putWebhookScript: Script = {
  name: "putWebhook",
  source:
    common +
    change +
    lua`
local key = root .. ':webhooks'
local known = redis.call('HGET', key, ARGV[3])
if not known and redis.call('HLEN', key) >= tonumber(ARGV[5]) then
  return 'full'
elseif known ~= ARGV[4] then
  redis.call('HSET', key, ARGV[3], ARGV[4])
  note({ ARGV[6] })
end
return remember('stored')
`,
};

/**
 * Removes a webhook and its unsettled messages.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce · 3 its id · 4 the audit record as JSON, if
 * any. Reply: `removed` or `none`.
 */
export const removeWebhookScript: Script = {
  name: "removeWebhook",
  source:
    common +
    change +
    lua`
if redis.call('HDEL', root .. ':webhooks', ARGV[3]) == 0 then
  return 'none'
end
local beginsWith = #ARGV[3] .. ':' .. ARGV[3] .. ':'
for _, message in ipairs(redis.call('ZRANGE', root .. ':due', 0, -1)) do
  if string.sub(message, 1, #beginsWith) == beginsWith then
    redis.call('ZREM', root .. ':due', message)
    redis.call('DEL', root .. ':message:' .. message)
  end
end
note({ ARGV[4] })
return remember('removed')
`,
};

/** KEYS: the root. Reply: `webhooks` and a line of JSON for each. */
export const listWebhooksScript: Script = {
  name: "listWebhooks",
  source:
    beginning +
    lua`
local lines = redis.call('HVALS', root .. ':webhooks')
table.insert(lines, 1, 'webhooks')
return table.concat(lines, '\n')
`,
};

/**
 * Stores messages that are new, due at once.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce · then of each message: its webhook's id · its
 * own id · the message as JSON. Reply: `added` and the number of new messages.
 */
export const addMessagesScript: Script = {
  name: "addWebhookMessages",
  source:
    common +
    lua`
local added = 0
for n = 3, #ARGV, 3 do
  local message = #ARGV[n] .. ':' .. ARGV[n] .. ':' .. ARGV[n + 1]
  if redis.call('EXISTS', root .. ':message:' .. message) == 0 then
    redis.call('HSET', root .. ':message:' .. message, 'message', ARGV[n + 2], 'created', text(now), 'attempts', 0)
    redis.call('ZADD', root .. ':due', text(now), message)
    added = added + 1
  end
end
return remember('added\t' .. added)
`,
};

/**
 * Gives due messages to one caller, the longest due first.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 the call's nonce · 3 the most messages · 4 the
 * milliseconds until they are due again. Reply: `messages` and a line for each: createdAt, attempts, the message as JSON.
 */
export const claimMessagesScript: Script = {
  name: "claimWebhookMessages",
  source:
    common +
    lua`
local lines = { 'messages' }
for n, message in ipairs(redis.call('ZRANGEBYSCORE', root .. ':due', '-inf', text(now), 'LIMIT', 0, ARGV[3])) do
  local key = root .. ':message:' .. message
  local attempts = redis.call('HINCRBY', key, 'attempts', 1)
  local row = redis.call('HMGET', key, 'created', 'message')
  redis.call('ZADD', root .. ':due', text(now + tonumber(ARGV[4])), message)
  lines[n + 1] = row[1] .. '\t' .. text(attempts) .. '\t' .. row[2]
end
return remember(table.concat(lines, '\n'))
`,
};

/**
 * Settles a message.
 *
 * KEYS: the root. ARGV: 1 the clock of tests, else empty · 2 its webhook's id · 3 its own id · 4 `done`, or the
 * milliseconds until it is due again. Reply: `settled`.
 */
export const settleMessageScript: Script = {
  name: "settleWebhookMessage",
  source:
    beginning +
    clock +
    lua`
local message = #ARGV[2] .. ':' .. ARGV[2] .. ':' .. ARGV[3]
if not redis.call('ZSCORE', root .. ':due', message) then
  return 'settled'
elseif ARGV[4] == 'done' then
  redis.call('ZREM', root .. ':due', message)
  redis.call('HDEL', root .. ':message:' .. message, 'message')
  redis.call('PEXPIRE', root .. ':message:' .. message, ${toldKeptMs})
else
  redis.call('ZADD', root .. ':due', text(now + tonumber(ARGV[4])), message)
end
return 'settled'
`,
};

/** KEYS: the root. Reply: `count` and the number of messages that are not done. */
export const countMessagesScript: Script = {
  name: "countWebhookMessages",
  source:
    beginning +
    lua`
return 'count\t' .. redis.call('ZCARD', root .. ':due')
`,
};
