import * as v from "valibot";
import { type IdentityFields, identityEntries } from "./identity.ts";
import { maxPlatformIdCharacters } from "./limits.ts";
import { anyText, text } from "./text.ts";

/** Body of `POST /api/v1/web/seen` (contract.md §2.5). */
export interface SeenRequest extends IdentityFields {
  readonly platform_id: string;
  readonly delivery_id: string;
  readonly view: string;
}

/** An unknown delivery id or receipt is not a field error but a 410 (contract.md §7). */
export const seenRequest: v.GenericSchema<unknown, SeenRequest> = v.object({
  platform_id: text(1, maxPlatformIdCharacters),
  ...identityEntries,
  delivery_id: anyText,
  view: anyText,
});
