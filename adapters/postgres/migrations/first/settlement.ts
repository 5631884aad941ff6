import { changing } from "./clauses.ts";

/**
 * Adjustments and statements. Both are only added. Keys and CHECKs guarantee that no charge is taken back beyond its price, even
 * if a function has a fault (decisions/adjustments-in-a-row.md).
 */
export const settlement: string = `
-- The parts of charges that were taken back. adjusted_before, adjusted_after: the sums of the charge's adjustments. Each adjustment
-- begins where one and no other ends, the first one at 0, so the sum of all is that of the last one. follows: where it begins, if
-- not at 0. price: that of the charge. restores_budget: lowers used of the campaign, otherwise it raises waived.
-- The columns from publisher_id on are those of the charge.
create table adjustments (
  id text collate "C" constraint adjustments_id primary key,
  delivery_id uuid not null,
  at bigint not null,
  micros bigint not null check (micros > 0),
  publisher_part bigint not null,
  adjusted_before bigint not null,
  adjusted_after bigint not null generated always as (adjusted_before + micros) stored,
  follows bigint generated always as (nullif(adjusted_before, 0)) stored,
  price bigint not null,
  restores_budget boolean not null,
  reason text not null,
  actor text not null,
  publisher_id text collate "C" not null,
  platform_id text collate "C" not null,
  placement text not null,
  api_key_id text collate "C" not null,
  language text not null,
  mark text collate "C" not null,
  campaign_id text collate "C" not null,
  advertiser text not null,
  creative_version_id text collate "C" not null,
  format text not null,
  topic_id text not null,
  constraint adjustments_parts check (publisher_part between 0 and micros),
  constraint adjustments_price check (adjusted_after <= price),
  constraint adjustments_begin unique (delivery_id, adjusted_before),
  constraint adjustments_end unique (delivery_id, adjusted_after),
  constraint adjustments_follow foreign key (delivery_id, follows) references adjustments (delivery_id, adjusted_after)
);
create index adjustments_at on adjustments (at, id);
create trigger adjustments_append_only before update or delete or truncate on adjustments
  for each statement execute function refuse_change();

-- Charges and adjustments, whose amounts are negative. adjusted, adjusted_publisher: null for a charge.
create view ledger_entries as
select charged_at as at, price as micros, publisher_part, null::bigint as adjusted, null::bigint as adjusted_publisher,
  publisher_id, platform_id, placement, api_key_id, language, mark, campaign_id, advertiser, creative_version_id, format, topic_id
from charges
union all
select at, -micros, -publisher_part, micros, publisher_part,
  publisher_id, platform_id, placement, api_key_id, language, mark, campaign_id, advertiser, creative_version_id, format, topic_id
from adjustments;

-- The end of a span from at_from on, at most at_to, with 4,096 charges at most or of one millisecond. Charges have no index in
-- the order of time, so a page of them is sorted, and a reader of pages sorts span after span.
create function charges_until(at_from bigint, at_to bigint) returns bigint
language plpgsql stable security definer set search_path from current set enable_seqscan = off set enable_indexscan = off
set enable_indexonlyscan = off set jit = off as $function$
declare
  v_width bigint := least(60000, at_to - at_from);
  v_rows bigint;
  v_is_narrower boolean := false;
begin
  loop
    select count(*) into v_rows
    from (select from charges c where c.charged_at >= at_from and c.charged_at < at_from + v_width limit 4097) x;
    if v_rows > 4096 and v_width > 1 then
      v_is_narrower := true;
      v_width := greatest(v_width / 4, 1);
    elsif v_is_narrower or v_rows > 1024 or v_width = at_to - at_from then
      return at_from + v_width;
    else
      v_width := least(v_width * (2048 / greatest(v_rows, 16)), at_to - at_from);
    end if;
  end loop;
end $function$;

-- document: JSON text.
create table statements (
  account text collate "C" not null,
  number bigint not null check (number > 0),
  document text not null,
  primary key (account, number)
);
create trigger statements_append_only before update or delete or truncate on statements
  for each statement execute function refuse_change();

-- of_account, its_number, content: a Statement (core/storage/settlement-store.ts). audit: [AuditEntry], noted if the statement is
-- new, or null. now_ms: the store's clock in tests, else null.
-- Result: "added" or "exists".
create function add_statement(of_account text, its_number bigint, content text, audit jsonb, now_ms bigint default null)
returns jsonb
${changing} as $function$
begin
  if audit is not null then
    perform 1 from catalog_state for update;
  end if;
  insert into statements (account, number, document)
  select of_account, its_number, content
  where its_number = 1
    or exists (select from statements s where s.account = of_account and s.number = its_number - 1)
  on conflict (account, number) do nothing;
  if not found then
    return '"exists"';
  end if;
  perform note_audit(audit, now_ms);
  return '"added"';
end $function$;
`;
