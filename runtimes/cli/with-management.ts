import type { Handbill } from "../../core/handbill.ts";
import type { Management } from "../../core/management/management.ts";

/** Combines the ad server and the management side in one handler with two sets of paths. */
export function withManagement(handbill: Handbill, management: Management): Handbill {
  return {
    ...handbill,
    answer: (request) =>
      management.handles(request.target) ? management.answer(request) : handbill.answer(request),
    handles: (target) => management.handles(target) || handbill.handles(target),
    maintain: async () => {
      // Does not wait for webhook receivers, which may be slow: holds are released first. Failed deliveries are
      // repeated the next time.
      management.maintain().catch(() => undefined);
      await handbill.maintain();
    },
  };
}
