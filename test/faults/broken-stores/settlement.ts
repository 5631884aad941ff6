import type { AdjustmentOutcome } from "../../../core/storage/settlement-store.ts";
import { type BrokenStore, brokenStore } from "./broken-store.ts";

/** Stores that break a promise of `SettlementStore`. */
export const brokenSettlements: readonly BrokenStore[] = [
  brokenStore(
    "gives a budget back with every adjustment",
    "a budget is used again only by adjustments that restore it",
    (inner) => ({
      adjustCharges: (orders, audit) =>
        inner.adjustCharges(
          orders.map((order) => ({ ...order, restoresBudget: true })),
          audit,
        ),
    }),
  ),
  brokenStore("gives a daily budget back", "no adjustment gives a daily budget back", (inner) => {
    let back = 0;
    return {
      adjustCharges: async (orders, audit) => {
        const outcomes = await inner.adjustCharges(orders, audit);
        for (const outcome of outcomes) if (outcome.outcome === "adjusted") back += outcome.adjustment.micros;
        return outcomes;
      },
      readSpend: async (ids) =>
        (await inner.readSpend(ids)).map(
          (spend) => spend && { ...spend, dayUsedMicros: spend.dayUsedMicros - back },
        ),
    };
  }),
  brokenStore(
    "knows an adjustment by its charge and not by its id",
    "a repeated adjustment gets the first one, whatever it says",
    (inner) => ({
      adjustCharges: (orders, audit) =>
        inner.adjustCharges(
          orders.map((order) => ({ ...order, id: `${order.id} ${order.deliveryId}` })),
          audit,
        ),
    }),
  ),
  brokenStore(
    "takes back what is left where more is asked for",
    "more than is left of a charge is refused and changes nothing",
    (inner) => ({
      adjustCharges: async (orders, audit) => {
        const outcomes: AdjustmentOutcome[] = [];
        for (const order of orders) {
          const [first] = await inner.adjustCharges([order], audit);
          const [second] =
            first?.outcome === "too_much"
              ? await inner.adjustCharges([{ ...order, micros: undefined }], audit)
              : [first];
          if (second !== undefined) outcomes.push(second);
        }
        return outcomes;
      },
    }),
  ),
  brokenStore(
    "looks at what is left in one transaction and takes it in another",
    "64 callers that take back one charge take it once",
    (inner) => ({
      adjustCharges: async (orders, audit) => {
        const left = new Map<string, number>();
        for (const { deliveryId } of orders) {
          const [charge] = await inner.listCharges({
            from: 0,
            to: Number.MAX_SAFE_INTEGER,
            deliveryIds: [deliveryId],
            limit: 1,
          });
          left.set(deliveryId, charge === undefined ? 0 : charge.priceMicros - charge.adjustedMicros);
        }
        await new Promise<void>((resolve) => setTimeout(resolve, 1));
        return (await inner.adjustCharges(orders, audit)).map((outcome, n): AdjustmentOutcome => {
          const order = orders[n];
          const wasLeft = left.get(order?.deliveryId ?? "") ?? 0;
          const isPossible =
            outcome.outcome === "too_much" && (order?.micros ?? wasLeft) <= wasLeft && wasLeft > 0;
          if (!isPossible || order === undefined) return outcome;
          const owners = { publisherId: "", platformId: "", apiKeyId: "", advertiser: "", campaignId: "" };
          const amounts = { micros: order.micros ?? wasLeft, publisherMicros: 0 };
          return { outcome: "adjusted", adjustment: { ...owners, ...amounts, ...order, at: 0, ...amounts } };
        });
      },
    }),
  ),
  brokenStore(
    "reports charges as if nothing was taken back",
    "reports and the audit are charges less adjustments",
    (inner) => ({
      readCharges: async (query) =>
        (await inner.readCharges(query)).map((total) => ({
          ...total,
          spentMicros: total.spentMicros + total.adjustedMicros,
        })),
    }),
  ),
  brokenStore(
    "forgets the charges of deleted deliveries",
    "charges of removed campaigns and of deleted deliveries can be adjusted",
    (inner) => ({
      adjustCharges: async (orders, audit) => {
        const known = await inner.findDeliveries(orders.map(({ deliveryId }) => deliveryId));
        const outcomes = await inner.adjustCharges(orders, audit);
        return outcomes.map((outcome, n) => (known[n] === undefined ? { outcome: "unknown" } : outcome));
      },
    }),
  ),
  brokenStore(
    "notes every call that adjusts charges",
    "an adjustment and its note are one step",
    (inner) => ({
      adjustCharges: async (orders, audit) => {
        const outcomes = await inner.adjustCharges(orders, audit);
        const isAdjusted = outcomes.some(({ outcome }) => outcome === "adjusted");
        if (!isAdjusted && audit !== undefined) await inner.removeWebhook("none", audit);
        return outcomes;
      },
      readAudit: async (query) => {
        const records = await inner.readAudit(query);
        return [...records, ...records];
      },
    }),
  ),
  brokenStore("loses a charge between two pages", "charges are listed by time, page by page", (inner) => ({
    listCharges: ({ after, ...query }) =>
      inner.listCharges({
        ...query,
        after: after && { ...after, chargedAt: after.chargedAt + 1, deliveryId: "" },
      }),
  })),
  brokenStore(
    "lists the charges of every mark",
    "charges and adjustments are listed by their owners and marks",
    (inner) => ({ listCharges: ({ marks: _, ...query }) => inner.listCharges(query) }),
  ),
  brokenStore(
    "lists the adjustments of everybody",
    "charges and adjustments are listed by their owners and marks",
    (inner) => ({
      listAdjustments: ({ from, to, after, limit }) => inner.listAdjustments({ from, to, after, limit }),
    }),
  ),
  brokenStore("numbers statements anew", "statements of an account are numbered without gaps", (inner) => ({
    addStatement: async (statement, audit) => {
      const [last] = await inner.listStatements({ accounts: [statement.account], limit: 1 });
      return inner.addStatement({ ...statement, number: (last?.number ?? 0) + 1 }, audit);
    },
  })),
  brokenStore(
    "says that a statement was added to every caller",
    "64 callers that add one statement add it once, with its note",
    (inner) => ({
      addStatement: async (statement, audit) => {
        await inner.addStatement(statement, audit);
        return "added";
      },
    }),
  ),
  brokenStore(
    "cuts a long statement",
    "any text is an account, and a long document comes back whole",
    (inner) => ({
      addStatement: (statement, audit) =>
        inner.addStatement({ ...statement, document: statement.document.slice(0, 65_535) }, audit),
    }),
  ),
];
