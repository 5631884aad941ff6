/**
 * Makes races of planted faults certain, on a machine of any speed. A planted function calls `planted.meet()` between its look
 * at the data and its change: there the first call of a race waits until a second one has looked, too. Calls that come alone,
 * such as those which prepare a case, do not wait.
 */
import type { Sql } from "postgres";
import type { PostgresStore } from "../../adapters/postgres/mod.ts";
import type { AuditRecord } from "../../core/storage/audit-store.ts";

/** Sequences, because sessions see each other's changes of them before any of them commits. */
const sql = `
create schema planted;
create sequence planted.is_race minvalue 0 start 0;
create sequence planted.arrived minvalue 0 start 0;
create sequence planted.read_up_to minvalue 0 start 0;

create function planted.give_up_after(since timestamptz) returns void language plpgsql as $function$
begin
  if clock_timestamp() > since + interval '100 seconds' then
    raise exception 'The other call of the race did not come.';
  end if;
  perform pg_sleep(0.002);
end $function$;

create function planted.meet() returns boolean language plpgsql as $function$
declare
  v_since timestamptz := clock_timestamp();
begin
  if (select last_value from planted.is_race) = 1 then
    perform nextval('planted.arrived');
    while (select last_value from planted.arrived) < 2 loop
      perform planted.give_up_after(v_since);
    end loop;
  end if;
  return true;
end $function$;

-- The first call of a race waits until somebody has read a record of the trail with a greater id than its own.
create function planted.fall_behind(own_id bigint) returns void language plpgsql as $function$
declare
  v_since timestamptz := clock_timestamp();
begin
  if (select last_value from planted.is_race) = 1 and nextval('planted.arrived') = 1 then
    while (select last_value from planted.read_up_to) <= own_id loop
      perform planted.give_up_after(v_since);
    end loop;
  end if;
end $function$;
`;

export interface RaceControl {
  /** Forgets the race before. */
  readonly reset: () => Promise<void>;
  /** The same stores; several calls of one turn of the event loop are a race, and the functions above know it before they begin. */
  readonly watch: (store: PostgresStore) => PostgresStore;
}

/** Creates the functions in the database of `database`. */
export async function controlRaces(database: Sql): Promise<RaceControl> {
  await database.unsafe(sql);
  const set = async (sequence: string, value: number): Promise<void> => {
    await database.unsafe(`select setval('planted.${sequence}', ${value})`);
  };
  let calls = 0;
  let begun: Promise<void> | undefined;
  const begin = async (): Promise<void> => {
    await Promise.resolve();
    const isRace = calls > 1;
    calls = 0;
    begun = undefined;
    if (isRace) await set("is_race", 1);
  };
  const turn = (): Promise<void> => {
    calls += 1;
    begun ??= begin();
    return begun;
  };
  const noteRead = async (records: readonly AuditRecord[]): Promise<void> => {
    if (records.length > 0) await set("read_up_to", Math.max(...records.map(({ id }) => id)));
  };
  return {
    reset: async () => {
      for (const sequence of ["is_race", "arrived", "read_up_to"]) await set(sequence, 0);
    },
    watch: (store) => ({
      ...store,
      issue: (orders) => turn().then(() => store.issue(orders)),
      record: (events) => turn().then(() => store.record(events)),
      adjustCharges: (...call) => turn().then(() => store.adjustCharges(...call)),
      revokeApiKey: (...call) => turn().then(() => store.revokeApiKey(...call)),
      rotateApiKey: (rotation) => turn().then(() => store.rotateApiKey(rotation)),
      putWebhook: (...call) => turn().then(() => store.putWebhook(...call)),
      claimWebhookMessages: (...call) => turn().then(() => store.claimWebhookMessages(...call)),
      readAudit: async (query) => {
        const records = await store.readAudit(query);
        await noteRead(records);
        return records;
      },
    }),
  };
}
