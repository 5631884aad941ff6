import type { Handbill } from "../core/handbill.ts";

/** The argument of a mount: a handbill, or an installation, which has one. */
export type Mounted = Handbill | { readonly handbill: Handbill };

/** The handbill that a mount answers with. */
export function handbillOf(mounted: Mounted): Handbill {
  return "handbill" in mounted ? mounted.handbill : mounted;
}
