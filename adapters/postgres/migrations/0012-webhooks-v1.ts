import type { Migration } from "./migration.ts";

const sql = `
create table webhooks (
  id text collate "C" primary key,
  publisher_id text collate "C" not null,
  url text not null,
  events jsonb not null,
  status text not null check (status in ('active', 'disabled'))
);

-- due_at is null once it is done; done messages stay, without their payload, so that none is stored twice.
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

-- webhook: a Webhook (core/storage/webhook-store.ts). audit: [AuditEntry], or null. "stored" or "full".
create function put_webhook_v1(webhook jsonb, max_webhooks bigint, audit jsonb, now_ms bigint default null) returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
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
    perform note_v1(audit, now_ms);
  end if;
  return '"stored"';
end $function$;

-- False when there is none.
create function remove_webhook_v1(gone_id text, audit jsonb, now_ms bigint default null) returns boolean
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
begin
  perform 1 from catalog_state for update;
  delete from webhooks w where w.id = gone_id;
  if not found then
    return false;
  end if;
  delete from webhook_messages m where m.webhook_id = gone_id and m.due_at is not null;
  perform note_v1(audit, now_ms);
  return true;
end $function$;

-- messages: [NewWebhookMessage]. How many were new. In one order for all callers: two of them cannot wait for each other.
create function add_webhook_messages_v1(messages jsonb, now_ms bigint default null) returns bigint
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
declare
  v_at bigint := coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
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

-- Waits for nobody: what another caller is claiming is not due for this one.
create function claim_webhook_messages_v1(max_rows bigint, lease_ms bigint, now_ms bigint default null) returns json
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s'
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $function$
declare
  v_at bigint := coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
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

-- delay_ms: until it is due again; null: it is done.
create function settle_webhook_message_v1(for_webhook text, message_id text, delay_ms bigint, now_ms bigint default null)
returns jsonb
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
begin
  update webhook_messages m set
    due_at = coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint) + delay_ms,
    payload = case when delay_ms is null then '' else m.payload end
  where m.webhook_id = for_webhook and m.id = message_id and m.due_at is not null;
  return null;
end $function$;
`;

export const webhooksV1: Migration = { number: 12, name: "webhooks_v1", sql };
