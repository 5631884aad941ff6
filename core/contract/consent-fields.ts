import * as v from "valibot";
import { anyText } from "./text.ts";

/** The privacy fields of an ad request (contract.md §2.8). */
export interface ConsentFields {
  /** Global Privacy Control. The header `Sec-GPC: 1` says the same. */
  readonly gpc?: boolean | undefined;
  /** A string of the IAB's Transparency and Consent Framework, version 2. */
  readonly tcf?: string | undefined;
  /** A string of the IAB's Global Privacy Platform. */
  readonly gpp?: string | undefined;
}

/** Parses the privacy fields. Any text is valid: a page does not write its consent strings itself. */
export const consentEntries: {
  readonly gpc: v.OptionalSchema<v.GenericSchema<unknown, boolean>, undefined>;
  readonly tcf: v.OptionalSchema<v.GenericSchema<unknown, string>, undefined>;
  readonly gpp: v.OptionalSchema<v.GenericSchema<unknown, string>, undefined>;
} = {
  gpc: v.optional(v.boolean("Send true or false.")),
  tcf: v.optional(anyText),
  gpp: v.optional(anyText),
};
