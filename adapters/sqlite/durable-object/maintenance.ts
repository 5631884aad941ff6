import { type Clock, systemClock } from "../../../core/timing/clock.ts";
import type { ObjectStorage } from "./context.ts";

/** Options of the maintenance of an object. */
export interface MaintenanceOptions {
  /** The time between two alarms while the object is called, in milliseconds. Default 30,000. */
  readonly maintainEveryMs?: number | undefined;
}

/** The regular work of an object, done by its alarm. */
export interface Maintenance {
  /** Notes that the object was called, and sets the alarm if it is far away. Never rejects: the next call tries again. */
  readonly used: () => Promise<void>;
  /** What `alarm()` of the object does: sets the next alarm, and works. If it rejects, the platform calls it again. */
  readonly alarm: () => Promise<void>;
}

/** The time between two alarms of an object that nobody calls: what expires by the day is dropped there, too. */
const idleMs = 3_600_000;

/** Runs `work` by the alarm of the object: often while it is called, and hourly otherwise. */
export function createMaintenance(
  storage: Pick<ObjectStorage, "getAlarm" | "setAlarm">,
  work: () => Promise<unknown>,
  { maintainEveryMs = 30_000 }: MaintenanceOptions = {},
  clock: Clock = systemClock,
): Maintenance {
  let wasUsed = false;
  let dueAt: number | undefined;
  const setAlarm = async (inMs: number): Promise<void> => {
    const at = clock() + inMs;
    await storage.setAlarm(at);
    dueAt = at;
  };
  return {
    used: async () => {
      wasUsed = true;
      try {
        // An object that is started anew may have an alarm that is due soon. The platform gives an alarm up that fails too often.
        if (dueAt === undefined || dueAt < clock() - maintainEveryMs)
          dueAt = (await storage.getAlarm()) ?? Number.POSITIVE_INFINITY;
        if (dueAt > clock() + maintainEveryMs) await setAlarm(maintainEveryMs);
      } catch {
        // The answer to the call must not fail for that.
      }
    },
    alarm: async () => {
      await setAlarm(wasUsed ? maintainEveryMs : idleMs);
      wasUsed = false;
      await work();
    },
  };
}
