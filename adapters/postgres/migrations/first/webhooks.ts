import { changing, indexLookups, storeTime } from "./clauses.ts";

/** Webhooks and the queue of their messages. */
export const webhooks: string = `
create table webhooks (
  id text collate "C" primary key,
  publisher_id text collate "C" not null,
  url text not null,
  events jsonb not null,
  status text not null check (status in ('active', 'disabled'))
);

-- due_at is null once the message is done. A done message stays, without its payload, so that it is not stored twice.
create table webhook_messages (
  webhook_id text collate "C" not null,
  id text collate "C" not null,
  type text not null,
  payload text not null,
  created_at bigint not null,
  attempts bigint not null default 0,
  due_at bigint,
  sequence bigint generated always as identity,
  primary key (webhook_id, id)
);
create index webhook_messages_due on webhook_messages (due_at, sequence) where due_at is not null;

-- webhook: a Webhook (core/storage/webhook-store.ts). max_webhooks: how many there may be. audit: [AuditEntry], or null.
-- now_ms: the store's clock in tests, else null.
-- Result: "stored" or "full".
create function put_webhook(webhook jsonb, max_webhooks bigint, audit jsonb, now_ms bigint default null) returns jsonb
${changing} as $function$
begin
  perform 1 from catalog_state for update;
  if (select count(*) from webhooks) >= max_webhooks
    and not exists (select from webhooks w where w.id = webhook->>'id') then
    return '"full"';
  end if;
  insert into webhooks as w (id, publisher_id, url, events, status)
  values (webhook->>'id', webhook->>'publisherId', webhook->>'url', webhook->'events', webhook->>'status')
  on conflict (id) do update set publisher_id = excluded.publisher_id, url = excluded.url, events = excluded.events,
    status = excluded.status
  where (w.publisher_id, w.url, w.events, w.status)
    is distinct from (excluded.publisher_id, excluded.url, excluded.events, excluded.status);
  if found then
    perform note_audit(audit, now_ms);
  end if;
  return '"stored"';
end $function$;

-- gone_id: the webhook. audit: [AuditEntry], or null. now_ms: the store's clock in tests, else null.
-- Result: false if it does not exist.
create function remove_webhook(gone_id text, audit jsonb, now_ms bigint default null) returns boolean
${changing} as $function$
begin
  perform 1 from catalog_state for update;
  delete from webhooks w where w.id = gone_id;
  if not found then
    return false;
  end if;
  delete from webhook_messages m where m.webhook_id = gone_id and m.due_at is not null;
  perform note_audit(audit, now_ms);
  return true;
end $function$;

-- Inserts in the order of the key, so that no two calls wait for each other.
-- messages: [NewWebhookMessage]. now_ms: the store's clock in tests, else null.
-- Result: how many were new.
create function add_webhook_messages(messages jsonb, now_ms bigint default null) returns bigint
${changing} as $function$
declare
  v_at bigint := ${storeTime};
  v_count bigint;
begin
  insert into webhook_messages (webhook_id, id, type, payload, created_at, due_at)
  select x."webhookId", x.id, x.type, x.payload, v_at, v_at
  from jsonb_to_recordset(messages) as x(id text, "webhookId" text, type text, payload text)
  order by x."webhookId" collate "C", x.id collate "C"
  on conflict (webhook_id, id) do nothing;
  get diagnostics v_count = row_count;
  return v_count;
end $function$;

-- Waits for no other call: a message that another caller is claiming is not due for this one.
-- max_rows: the most messages to claim. lease_ms: until they are due again. now_ms: the store's clock in tests, else null.
-- Result: [WebhookMessage], the longest due first.
create function claim_webhook_messages(max_rows bigint, lease_ms bigint, now_ms bigint default null) returns json
${changing}
${indexLookups} as $function$
declare
  v_at bigint := ${storeTime};
  v_claimed json;
begin
  with due as materialized (
    select m.webhook_id, m.id, m.due_at from webhook_messages m
    where m.due_at <= v_at order by m.due_at, m.sequence limit max_rows for update skip locked
  ), claimed as (
    update webhook_messages m set due_at = v_at + lease_ms, attempts = m.attempts + 1
    from due d where m.webhook_id = d.webhook_id and m.id = d.id
    returning m.webhook_id, m.id, m.type, m.payload, m.created_at, m.attempts, m.sequence, d.due_at as due_since
  )
  select coalesce(json_agg(json_build_object('id', c.id, 'webhookId', c.webhook_id, 'type', c.type,
    'payload', c.payload, 'createdAt', c.created_at, 'attempts', c.attempts) order by c.due_since, c.sequence), '[]')
  into v_claimed from claimed c;
  return v_claimed;
end $function$;

-- for_webhook, message_id: the message. delay_ms: until it is due again; null: it is done.
-- now_ms: the store's clock in tests, else null.
create function settle_webhook_message(for_webhook text, message_id text, delay_ms bigint, now_ms bigint default null)
returns jsonb
${changing} as $function$
begin
  update webhook_messages m set
    due_at = ${storeTime} + delay_ms,
    payload = case when delay_ms is null then '' else m.payload end
  where m.webhook_id = for_webhook and m.id = message_id and m.due_at is not null;
  return null;
end $function$;
`;
