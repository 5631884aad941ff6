import type { Handbill } from "../handbill.ts";
import type { Management } from "./management.ts";

/**
 * Combines the ad server and the management side in one handler with two sets of paths. The maintenance of `handbill` also
 * delivers webhooks, if `management` was created with it.
 */
export function withManagement(handbill: Handbill, management: Management): Handbill {
  return {
    ...handbill,
    answer: (request) => (management.handles(request.target) ? management : handbill).answer(request),
    fetch: (request, connection) =>
      (management.handles(request.url) ? management : handbill).fetch(request, connection),
    faults: () => [...new Set([...handbill.faults(), ...management.faults()])],
    handles: (target) => management.handles(target) || handbill.handles(target),
  };
}
