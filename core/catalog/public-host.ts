import { parseIpAddress } from "../ip-address.ts";
import { isPublicAddress } from "./public-address.ts";

/** Names that lead somewhere else on every network (RFC 6761, 6762, 8375, and ICANN's `internal`). */
const privateZones: ReadonlySet<string> = new Set([
  "localhost",
  "localdomain",
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
]);

/**
 * Whether a URL's hostname, as the platform's URL parser spells it, is a public address or a name of the public internet: of
 * at least two labels, in no zone that each network has for itself. Looks nothing up: where a public name leads is another question.
 */
export function isPublicHost(hostname: string): boolean {
  if (parseIpAddress(hostname) !== undefined) return isPublicAddress(hostname);
  const labels = hostname.replace(/\.+$/, "").split(".");
  return (
    labels.length >= 2 &&
    !privateZones.has(labels.slice(-1).join(".")) &&
    !privateZones.has(labels.slice(-2).join("."))
  );
}
