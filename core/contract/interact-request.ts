import * as v from "valibot";
import { type IdentityFields, identityEntries } from "./identity.ts";
import { maxPlatformIdCharacters } from "./limits.ts";
import { anyText, text } from "./text.ts";

/** Body of `POST /api/v1/web/interact` (contract.md §2.4). */
export interface InteractRequest extends IdentityFields {
  readonly platform_id: string;
  readonly delivery_id: string;
  readonly action: string;
}

/** An unknown delivery id or action is not a field error but a 410 (contract.md §7). */
export const interactRequest: v.GenericSchema<unknown, InteractRequest> = v.object({
  platform_id: text(1, maxPlatformIdCharacters),
  ...identityEntries,
  delivery_id: anyText,
  action: anyText,
});
