import { giveBack } from "../../../core/billing/release.ts";
import type { AuditEntry } from "../../../core/storage/audit-store.ts";
import { maxBatch } from "../../../core/storage/serving-store.ts";
import { textOf } from "../stored-values.ts";
import { changeCatalog } from "./catalog-state.ts";
import type { Clock } from "./clock.ts";
import type { SqlRow } from "./dialect.ts";
import type { Connection, Session } from "./session.ts";
import { withLedger } from "./with-ledger.ts";

const selectSome = `SELECT id, campaign_id FROM @deliveries WHERE user_key = ? LIMIT ${maxBatch}`;

/** Deletes the deliveries of one user in steps of {@link maxBatch}, and returns how many it was. */
export async function forgetUser(
  db: Connection,
  clock: Clock,
  userKey: string,
  audit: AuditEntry | undefined,
): Promise<number> {
  for (let forgotten = 0; ; ) {
    const some = await db.all(selectSome, userKey);
    if (some.length === 0) return forgotten;
    // The catalogue's lock orders the audit trail, and comes before those of accounts.
    forgotten +=
      audit === undefined || forgotten > 0
        ? await db.write((session) => forgetSome(session, clock, some))
        : await changeCatalog(db, clock, async (session) => {
            const deleted = await forgetSome(session, clock, some);
            if (deleted > 0) await session.note([audit]);
            return deleted;
          });
  }
}

/** Deletes those of these deliveries that are still there, and gives back their holds. Charges stay. */
async function forgetSome(session: Session, clock: Clock, some: readonly SqlRow[]): Promise<number> {
  const deliveryIds = some.map((row) => textOf(row["id"])).sort();
  const campaignIds = some.map((row) => textOf(row["campaign_id"]));
  const gone = await withLedger(session, clock, { campaignIds, deliveryIds }, (ledger) => {
    const found = deliveryIds.map((id) => ledger.findDelivery(id)).filter((stored) => stored !== undefined);
    for (const { delivery, held, unproven } of found) if (held) giveBack(ledger, { ...delivery, unproven });
    return found.map(({ delivery }) => delivery.id);
  });
  await session.run("DELETE FROM @deliveries WHERE id IN (?)", gone);
  return gone.length;
}
