import * as v from "valibot";
import type { AdjustAccess } from "../adjust.ts";
import { currencyOf, type Server } from "./connect.ts";

const sums = { adjustments: v.number(), micros: v.number(), publisherMicros: v.number() };
const line = v.object({ publisherId: v.string(), platformId: v.string(), campaignId: v.string(), ...sums });
const piece = v.object({
  ...sums,
  to: v.string(),
  matched: v.number(),
  repeated: v.number(),
  settled: v.number(),
  lines: v.array(line),
  next: v.nullable(v.string()),
});

/** Adjusts by a running server, which checks the selection and fixes its end. */
export function adjustServer(server: Server): AdjustAccess {
  return {
    now: async () => undefined,
    faultOf: () => undefined,
    piece: async (body, after) => ({
      ...(await server.call(piece, "POST", "/adjustments", { body: { ...body, after } })),
      leftMicros: 0,
    }),
    currency: () => currencyOf(server),
  };
}
