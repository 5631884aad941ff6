import { storeTime } from "./clauses.ts";

/**
 * The catalogue as text. One jsonb value of all documents would be copied at each level and then serialised: for 10,000 campaigns
 * (9 MB) that took 520 ms instead of 105, of which the documents take 80.
 */
export const catalogChanges: string = `
-- Stable, so all its reads see the same snapshot.
-- since: a version, or null for everything. now_ms: the store's clock in tests, else null.
-- Result: the text of {at} when nothing changed, else of {at, version, reload,
-- apiKeys: [{id, publisher_id, mode, label, hash, created_at, revoked_at, revoked}], removed: [{kind, id}],
-- entities: [kind, document, kind, document, ...]}. It is text because a json result would be parsed once more. The documents
-- are last and in one row because each operator copies all of them.
create function catalog_changes(since text, now_ms bigint default null) returns text
language plpgsql stable security definer set search_path from current set jit = off as $function$
declare
  v_at text := ${storeTime};
  v_state catalog_state;
  v_since bigint := 0;
  v_reload boolean := true;
begin
  select * into strict v_state from catalog_state;
  if since = v_state.epoch || '.' || v_state.version then
    return '{"at":' || v_at || '}';
  end if;
  if since ~ ('^' || v_state.epoch || '[.][0-9]{1,18}$') then
    v_since := split_part(since, '.', 2)::bigint;
    v_reload := v_since > v_state.version;
    v_since := case when v_reload then 0 else v_since end;
  end if;
  return '{"at":' || v_at
    || ',"version":' || to_json(v_state.epoch || '.' || v_state.version)
    || ',"reload":' || v_reload
    || ',"apiKeys":' || coalesce((
      select json_agg(json_build_object('id', k.id, 'publisher_id', k.publisher_id, 'mode', k.mode, 'label', k.label,
        'hash', k.hash, 'created_at', k.created_at, 'revoked_at', k.revoked_at,
        'revoked', k.revoked) order by k.created_at, k.sequence)
      from api_keys k where k.version > v_since)::text, '[]')
    || ',"removed":' || coalesce((
      select json_agg(json_build_object('kind', e.kind, 'id', e.id) order by e.kind, e.id)
      from entities e where not v_reload and e.document is null and e.version > v_since)::text, '[]')
    || ',"entities":[' || coalesce((
      select string_agg(e.written, ',') from (
        select '"' || f.kind || '",' || f.document::text as written from entities f
        where f.document is not null and f.version > v_since order by f.kind, f.id
      ) e), '')
    || ']}';
end $function$;
`;
