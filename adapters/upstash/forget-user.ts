import type { AuditEntry } from "../../core/storage/audit-store.ts";
import { type Context, newNonce, nowArgument } from "./context.ts";
import { parseNumber } from "./json.ts";
import { forgetUserScript } from "./scripts/forget-user.ts";

/** Deliveries that one script forgets. */
const maxForgotten = 512;

/** Deletes the deliveries of one user and returns their number. Charges stay. */
export async function forgetUser(context: Context, userKey: string, audit?: AuditEntry): Promise<number> {
  for (let forgotten = 0; ; ) {
    const entry = forgotten === 0 && audit !== undefined ? [JSON.stringify(audit)] : [];
    const args = [nowArgument(context), newNonce(), userKey, String(maxForgotten), ...entry];
    const { head } = await context.run(forgetUserScript, [context.keys.root], args);
    forgotten += parseNumber(head[1]);
    if (head[2] !== "more") return forgotten;
  }
}
