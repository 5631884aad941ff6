import * as v from "valibot";
import type { Publisher } from "./entities.ts";
import { entityId, noExtras, type Parser, text } from "./fields.ts";
import { maxNameLength } from "./limits.ts";

const entries = { id: entityId, name: text(maxNameLength) };

/** A publisher. */
export const publisherSchema: Parser<Publisher> = v.objectWithRest(entries, noExtras(entries));
