import * as v from "valibot";

/** An object and no list, which valibot takes for one. */
export const plainObject: v.GenericSchema<unknown, Record<string, unknown>> = v.custom<
  Record<string, unknown>
>((value) => typeof value === "object" && value !== null && !Array.isArray(value), "Send an object.");
