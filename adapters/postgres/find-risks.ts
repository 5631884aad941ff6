import type { StoreRisk } from "../../core/storage/installation-store.ts";
import type { Executor } from "./executor.ts";

/**
 * Standbys are the servers that receive the log, but for a backup that is being taken and for readers of logical slots. The state of a
 * standby is null for a role without pg_read_all_stats: such a standby may be one that confirms commits.
 */
const question = `select current_setting('synchronous_commit') as commits,
  current_setting('synchronous_standby_names') as names,
  count(*)::integer as standbys,
  (count(*) filter (where r.sync_state is distinct from 'async'))::integer as confirming
from pg_stat_replication r
where r.state is distinct from 'backup' and r.application_name not in ('pg_basebackup', 'pg_receivewal')
  and not exists (select from pg_replication_slots s where s.active_pid = r.pid and s.slot_type = 'logical')`;

const mayLose = "a fail-over to it may lose the last confirmed views";

/** Risks of a server with standbys. A server without any has none. */
export async function findRisks(executor: Executor): Promise<readonly StoreRisk[]> {
  const [row] = await executor.run(question, []);
  const isNamed = row?.["names"] !== "";
  if (!isNamed && Number(row?.["standbys"]) > 0) {
    return [
      {
        message: `A standby follows the database and no commit waits for it: ${mayLose}.`,
        fix: "Name it in synchronous_standby_names, or never fail over to it.",
      },
    ];
  }
  if (isNamed && row?.["commits"] === "local") {
    return [
      {
        message: `synchronous_commit is local, so no commit waits for a standby: ${mayLose}.`,
        fix: "Set synchronous_commit = on for this role and this database.",
      },
    ];
  }
  if (isNamed && Number(row?.["confirming"]) === 0) {
    return [
      {
        message: "Commits wait for a standby of synchronous_standby_names, and none is connected.",
        fix: "Start the standby, or clear synchronous_standby_names until it is back.",
      },
    ];
  }
  return [];
}
