import * as v from "valibot";
import type { Seal } from "./seal.ts";

/** The validity of a debug link in milliseconds: 15 minutes. */
export const debugLifetimeMs: number = 15 * 60_000;

/** What a debug link allows: the debug overlay explains one platform's requests on pages of one origin. */
export interface DebugGrant {
  readonly platformId: string;
  /** The origin of the page. */
  readonly origin: string;
  /** The role that made the link. The overlay shows what this role may see. */
  readonly role: "operator" | "publisher";
  /** By the server's clock. */
  readonly expiresAt: number;
}

const grantSchema: v.GenericSchema<unknown, DebugGrant> = v.object({
  platformId: v.string(),
  origin: v.string(),
  role: v.picklist(["operator", "publisher"]),
  expiresAt: v.number(),
});

/** The name of the token in the fragment of a page's address. */
export const debugFragment = "handbill-debug";

/** The address of a page with a token in its fragment, which browsers send to no server. */
export function debugLink(page: URL, grant: DebugGrant, seal: Seal): string {
  const link = new URL(page);
  link.hash = `${debugFragment}=${seal.seal("console-debug", JSON.stringify(grant))}`;
  return link.href;
}

/** Opens a token. `undefined`: no secret of this installation signed it for this purpose. */
export function openDebugToken(token: string, seal: Seal): DebugGrant | undefined {
  const json = seal.open("console-debug", token);
  return json === undefined ? undefined : v.parse(grantSchema, JSON.parse(json));
}
