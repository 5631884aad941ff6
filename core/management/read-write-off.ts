import type { WriteOff } from "../settlement/write-off.ts";
import type { EpochMs } from "../timing/clock.ts";
import type { WriteOffBody } from "./adjustment-shapes.ts";
import { invalidField, type ManagementProblem } from "./problem.ts";

const filters = [
  "publisherIds",
  "platformIds",
  "apiKeyIds",
  "campaignIds",
  "marks",
  "networks",
  "deliveryIds",
] as const;

/** The write-off that a body asks for. `now`: the store's time. */
export function readWriteOff(
  body: WriteOffBody,
  actor: string,
  now: EpochMs,
  newOperation: () => string,
): WriteOff | ManagementProblem {
  const { plan, operation = newOperation(), reason, restoresBudget, micros } = body;
  const { publisherIds, platformIds, apiKeyIds, campaignIds, marks, networks, deliveryIds } = body;
  const from = body.from === undefined ? 0 : Date.parse(body.from);
  const to = body.to === undefined ? now : Date.parse(body.to);
  if (to > now) return invalidField("to", "Send an instant that is not in the future.");
  if (from > to) {
    const end = body.to === undefined ? "in the future" : "after to";
    return invalidField("from", `Send an instant that is not ${end}.`);
  }
  if (body.from === undefined && filters.every((name) => body[name] === undefined)) {
    return invalidField("from", `Select charges by from, ${filters.join(", ")}.`);
  }
  if (micros !== undefined && deliveryIds?.length !== 1) {
    return invalidField("micros", "Omit it, or send one id in deliveryIds.");
  }
  if (body.after !== undefined && body.operation === undefined && !plan) {
    return invalidField("operation", "Send the operation of the call before.");
  }
  if (reason === undefined && !plan) return invalidField("reason", "Say why, for the parties.");
  const owners = { publisherIds, platformIds, apiKeyIds, campaignIds };
  return {
    operation,
    selection: { from, to, ...owners, marks, networks, deliveryIds },
    endsNow: body.to === undefined,
    micros,
    restoresBudget,
    reason: reason ?? "",
    actor,
  };
}
