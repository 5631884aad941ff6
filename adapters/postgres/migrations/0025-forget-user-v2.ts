import type { Migration } from "./migration.ts";

/** Forgetting a user is noted in the transaction that deletes the first of the user's deliveries. */
const sql = `
-- As forget_user_v1. audit: [AuditEntry] (core/storage/audit-store.ts), noted if a delivery is deleted; or null.
create function forget_user_v2(forgotten text, max_rows bigint, audit jsonb, now_ms bigint default null) returns bigint
language plpgsql volatile security definer set search_path from current set lock_timeout = '3s' as $function$
declare
  v_count bigint;
begin
  if audit is not null then
    -- Before campaigns, as in apply_catalog_v1: the other order would deadlock with it.
    perform 1 from catalog_state for update;
  end if;
  v_count := forget_user_v1(forgotten, max_rows);
  if v_count > 0 then
    perform note_v1(audit, now_ms);
  end if;
  return v_count;
end $function$;
`;

export const forgetUserV2: Migration = { number: 25, name: "forget_user_v2", sql };
