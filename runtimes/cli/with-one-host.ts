import type { Handbill } from "../../core/handbill.ts";
import { checkHost } from "../../core/pipeline/host.ts";

/**
 * Applies the Host rule to the pages that the command line adds: a request without exactly one Host header gets 400.
 */
export function withOneHost(server: Handbill, inner: Handbill): Handbill {
  return {
    ...server,
    answer: (request) => (checkHost(request) === undefined ? server : inner).answer(request),
  };
}
