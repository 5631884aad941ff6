import type { StatementDocument, StatementLine } from "../../core/settlement/statement.ts";
import { numbersOf, sumOf } from "../../core/settlement/statement.ts";
import type { Store } from "../../core/storage/store.ts";

/** A line of views at 3,000 micros and 70 % share, of which one was taken back. */
function line(id: string, charges: number): StatementLine {
  const kind = id === "" ? "earlier" : id.startsWith("pf_") ? "platform" : "campaign";
  return {
    id,
    kind,
    seen: charges + 1,
    charges,
    chargedMicros: charges * 3_000,
    chargedPublisherMicros: charges * 2_100,
    adjustments: 1,
    adjustedMicros: 3_000,
    adjustedPublisherMicros: 2_100,
  };
}

/** Stores the first statement of an account, with a line for each of these ids and one of earlier months. */
export async function plantStatement(
  store: Store,
  { account, name, ids }: { account: string; name: string; ids: readonly string[] },
): Promise<void> {
  const lines = [...ids, ""].map((id, n) => line(id, 1_000 + 37 * n));
  const statement: StatementDocument = {
    account,
    number: 1,
    name,
    period: "2026-10",
    timeZone: "Europe/Berlin",
    from: "2026-09-30T22:00:00.000Z",
    to: "2026-10-31T23:00:00.000Z",
    closedAt: "2026-11-02T08:00:00.000Z",
    closedBy: "operator",
    currency: "USD",
    total: numbersOf(sumOf(lines)),
    seen: lines.reduce((sum, { seen }) => sum + seen, 0),
    lines,
  };
  await store.addStatement({ account, number: 1, document: JSON.stringify(statement) });
}
