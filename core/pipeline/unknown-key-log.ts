import type { Log } from "../log.ts";
import { deliveryIdTime, parseDeliveryId } from "../signing/delivery-id.ts";
import type { Clock, EpochMs } from "../timing/clock.ts";

/** Called with the delivery of a well-formed token that no secret here can have signed. */
export type NoteUnknownKey = (deliveryId: string) => void;

const lineEveryMs = 60_000;

/**
 * Older links are refused because the operator dropped a secret on purpose. One day, because the delivery's time is from the
 * clock of another instance.
 */
const recentMs = 86_400_000;

const message =
  "A receipt, action or link was refused: no secret of this instance signed it. If secrets are being rotated, a step of the rotation was skipped: set HANDBILL_SECRET=old,new on every instance, and HANDBILL_SECRET=new,old when all of them have it. Otherwise somebody made it up.";

/**
 * Logs that a step of changing the secret was skipped: other instances sign with a secret that this one does not have, so it
 * refuses their tokens. Any client can make up such a token, so the log gets at most one line a minute, without any part of
 * the token.
 */
export function createUnknownKeyLog(log: Log, clock: Clock): NoteUnknownKey {
  let loggedAt: EpochMs | undefined;
  let leftOut = 0;
  return (deliveryId) => {
    const id = parseDeliveryId(deliveryId);
    const now = clock();
    if (id === undefined || Math.abs(now - deliveryIdTime(id)) > recentMs) return;
    // After a step back of the wall clock the minute is over, too.
    if (loggedAt !== undefined && Math.abs(now - loggedAt) < lineEveryMs) {
      leftOut += 1;
      return;
    }
    loggedAt = now;
    log({ level: "warn", code: "unknown-signature", message, ...(leftOut > 0 && { leftOut }) });
    leftOut = 0;
  };
}
