import * as v from "valibot";
import type { Publisher } from "./entities.ts";
import { entityId, noExtras, type Parser, text } from "./fields.ts";
import { maxNameLength } from "./limits.ts";

const entries = {
  id: entityId,
  name: text(maxNameLength),
  status: v.optional(v.picklist(["active", "suspended"])),
};

/** A publisher. */
export const publisherSchema: Parser<Publisher> = v.objectWithRest(entries, noExtras(entries));
