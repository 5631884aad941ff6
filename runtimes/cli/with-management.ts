import type { Handbill } from "../../core/handbill.ts";
import type { Management } from "../../core/management/management.ts";

/** The management side beside the one that serves ads: one handler, two sets of paths. */
export function withManagement(handbill: Handbill, management: Management): Handbill {
  return {
    ...handbill,
    answer: (request) =>
      management.handles(request.target) ? management.answer(request) : handbill.answer(request),
    handles: (target) => management.handles(target) || handbill.handles(target),
    maintain: async () => {
      // Receivers of webhooks may be slow; holds are given back without them. What failed is due again the next time.
      management.maintain().catch(() => undefined);
      await handbill.maintain();
    },
  };
}
