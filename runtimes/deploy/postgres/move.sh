#!/bin/sh
# Moves a schema to another server, which has the roles and an empty database. Set FROM and TO, the addresses of both databases for
# superusers; SCHEMA; and APP, the role of the servers. FROM has wal_level = logical, and TO reaches it by this address.
#   move.sh copy     while servers read and write; ends when both are alike. Go on within the week.
#   move.sh switch   APP may not use the schema at FROM any more. Then point the servers at TO. If it fails, nothing has changed.
#   move.sh undo     instead of the switch: ends the copying. Drop the schema at TO.
set -eu
name="handbill_move_$SCHEMA"

on() {
  psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 --set=schema="$SCHEMA" --set=app="$APP" \
    --set=name="$name" --set=from="$FROM" --dbname="$1"
}
ask() { printf '%s\n' "$2" | on "$1"; }
until_true() {
  while answer="$(ask "$1" "$2")" && [ "$answer" = f ]; do sleep 0.2; done
  [ "$answer" = t ]
}

case "$1" in
copy)
  dump="$(pg_dump --dbname="$FROM" --schema-only --schema="$SCHEMA")"
  ask "$TO" "$dump"
  # A table without a key needs all columns to find a row. Weeks appear as one table.
  on "$FROM" <<'SQL'
select format('alter table %s replica identity full', c.oid::regclass) from pg_class c
where c.relnamespace = :'schema'::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p'
  and not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary) \gexec
select format('create publication %I for table %s with (publish_via_partition_root = true)', :'name',
  string_agg(c.oid::regclass::text, ', '))
from pg_class c where c.relnamespace = :'schema'::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p'
  and not c.relispartition \gexec
SQL
  # A week that FROM adds later is not added here: the next one is added now.
  on "$TO" <<'SQL'
select :"schema".add_week(floor(extract(epoch from clock_timestamp()) / 604800)::bigint + 1);
create subscription :"name" connection :'from' publication :"name";
SQL
  until_true "$TO" "select not exists (select from pg_subscription_rel r join pg_subscription s on s.oid = r.srsubid
    where s.subname = :'name' and r.srsubstate <> 'r');"
  # Not the weeks that are still empty: statistics of an empty table lead to plans that are useless once it fills.
  on "$TO" <<'SQL'
select format('analyze %s', c.oid::regclass) from pg_class c
where c.relnamespace = :'schema'::regnamespace and c.relkind = 'r' and pg_relation_size(c.oid) > 0 \gexec
SQL
  ;;
switch)
  if [ "$(ask "$FROM" "select count(*) from pg_replication_slots where slot_name = :'name' and active;")" != 1 ]; then
    echo "The schema $SCHEMA is not being copied: run move.sh copy." >&2
    exit 1
  fi
  trap 'ask "$FROM" "grant execute on all functions in schema :\"schema\" to :\"app\";"' EXIT
  trap 'exit 1' INT TERM
  ask "$FROM" 'revoke execute on all functions in schema :"schema" from :"app";'
  # Calls that began before may still write.
  revoked="$(ask "$FROM" 'select clock_timestamp();')"
  until_true "$FROM" "select not exists (select from pg_stat_activity where datname = current_database()
    and backend_type = 'client backend' and pid <> pg_backend_pid() and xact_start < '$revoked');"
  last="$(ask "$FROM" 'select pg_current_wal_lsn();')"
  until_true "$FROM" "select confirmed_flush_lsn >= '$last' from pg_replication_slots where slot_name = :'name';"
  # Sequences are not replicated.
  sequences="$(ask "$FROM" "select format('select setval(%L, %s);', format('%I.%I', schemaname, sequencename), last_value)
    from pg_sequences where schemaname = :'schema' and last_value is not null;")"
  ask "$TO" "$sequences" > /dev/null
  ask "$TO" 'drop subscription :"name";'
  ask "$FROM" 'drop publication :"name";'
  trap - EXIT
  ;;
undo)
  ask "$TO" 'drop subscription if exists :"name";'
  ask "$FROM" 'drop publication if exists :"name";'
  ;;
esac
