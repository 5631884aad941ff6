import type { CatalogChange } from "../../../core/storage/catalog-change.ts";
import type { IssueOrder } from "../../../core/storage/delivery.ts";
import { type BrokenStore, brokenStore, emptyChange, otherId } from "./broken-store.ts";
import { issueAgain } from "./issue.ts";
import { mapOutcomes } from "./record.ts";

export const brokenAtRetry: readonly BrokenStore[] = [
  brokenStore(
    "issues an order again when its reply was lost",
    "orders whose reply was lost are issued once, however often they are repeated",
    issueAgain,
  ),
  brokenStore(
    "answers a repeated refusal without its reasons",
    "a refused order whose reply was lost is refused again and leaves nothing",
    (inner) => {
      const refused = new Set<string>();
      return {
        issue: async (orders) =>
          (await inner.issue(orders)).map((outcome, index) => {
            const id = orders[index]?.deliveryId ?? "";
            if (outcome.outcome === "issued") return outcome;
            if (refused.has(id)) return { outcome: "refused", reasons: [] };
            refused.add(id);
            return outcome;
          }),
      };
    },
  ),
  brokenStore("never issues an id that it refused", "an id that was refused can be issued later", (inner) => {
    const refused = new Set<string>();
    return {
      issue: async (orders) => {
        const outcomes = await inner.issue(
          orders.map((order) => (refused.has(order.deliveryId) ? { ...order, choices: [] } : order)),
        );
        for (const [index, { deliveryId }] of orders.entries()) {
          if (outcomes[index]?.outcome === "refused") refused.add(deliveryId);
        }
        return outcomes;
      },
    };
  }),
  brokenStore(
    "issues the order of an expired delivery anew",
    "an order repeated after its delivery was seen or expired changes nothing",
    (inner, clock) => {
      let made = 0;
      const anew = async (order: IssueOrder): Promise<IssueOrder> => {
        const [known] = await inner.findDeliveries([order.deliveryId]);
        if (known === undefined || clock.now() - known.issuedAt <= 3_600_000) return order;
        made += 1;
        return { ...order, deliveryId: otherId(order.deliveryId, made) };
      };
      return { issue: async (orders) => inner.issue(await Promise.all(orders.map(anew))) };
    },
  ),
  brokenStore(
    "records a repeated event again",
    "events whose reply was lost are recorded and charged once",
    (inner) =>
      mapOutcomes(inner, (outcome) =>
        outcome.outcome === "duplicate"
          ? { outcome: "recorded", charged: false, delivery: outcome.delivery }
          : outcome,
      ),
  ),
  brokenStore(
    "gives the same holds back again when a release is repeated",
    "a release whose reply was lost gives back nothing twice",
    (inner) => {
      let last = 0;
      return {
        releaseExpired: async (limit) => {
          const released = await inner.releaseExpired(limit);
          last = released > 0 ? released : last;
          return last;
        },
      };
    },
  ),
  brokenStore(
    "applies a repeated change a second time",
    "a change whose reply was lost is a conflict when it is repeated, and applied once",
    (inner) => {
      let last: CatalogChange | undefined;
      return {
        applyCatalog: async (change) => {
          if (last !== change) {
            last = change;
            return inner.applyCatalog(change);
          }
          const { version } = await inner.readCatalog();
          return inner.applyCatalog({ ...change, expectedVersion: version });
        },
      };
    },
  ),
  brokenStore(
    "answers that a repeated key was added",
    "a key whose reply was lost exists when it is repeated, as it was stored",
    (inner) => ({
      addApiKey: async (key) => {
        await inner.addApiKey(key);
        return "added";
      },
    }),
  ),
  brokenStore(
    "tells the serving side of a revocation that changed nothing",
    "a revocation whose reply was lost is answered alike when it is repeated",
    (inner) => ({
      revokeApiKey: async (id, afterMs) => {
        const { version } = await inner.readCatalog();
        await inner.applyCatalog(emptyChange(version));
        return inner.revokeApiKey(id, afterMs);
      },
    }),
  ),
];
