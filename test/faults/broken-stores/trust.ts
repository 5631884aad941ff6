import type {
  DeliveryEvent,
  IssueOrder,
  IssueOutcome,
  RecordOutcome,
} from "../../../core/storage/delivery.ts";
import type { Store } from "../../../core/storage/store.ts";
import { type BrokenStore, brokenStore, roundTrip } from "./broken-store.ts";
import { mapOutcomes } from "./record.ts";

const filled = "unproven holds fill their share of totalBudgetMicros, and take no micro more";
const racers = "64 racers share the last unproven holds and take no more";
const storm = "unproven holds stay within their share while orders, views and releases race";
const proven = "who has confirmed a view, a bot and a free ad have no share to keep within";
const judged = "unproven holds are judged after the budgets and before the cap";
const charged = "an unproven hold leaves its share at its first event, and no proven one does";
const released = "an unproven hold leaves its share when it is given back";
const ordered = "a delivery keeps the mark of its order, and its charge has it";
const firstMark = "the first recorded event with a mark marks its delivery for good";
const atCharge = "a charge keeps the mark that its delivery has after the event that charges";
const unrecorded = "an event that is not recorded marks nothing";
const asked = "only charges and recent deliveries of the marks asked for are read";
const byId = "a network is read back by id and among recent deliveries";
const inTime = "a network is forgotten when the store promises it, and not a week before";
const counted = "different networks that saw an ad are counted as users are";
const userGone = "the networks of a forgotten user are gone at once";

/** Unproven holds, marks and networks. */
export const brokenInTrust: readonly BrokenStore[] = [
  brokenStore("does not limit unproven holds", filled, (inner) =>
    mapOrders(inner, (order) => ({ ...order, unprovenShareBps: undefined })),
  ),
  brokenStore("reads unproven holds in one transaction and adds to them in another", racers, staleShare),
  brokenStore("lets racing orders take the same share", storm, staleShare),
  brokenStore("limits everybody's holds", proven, (inner) =>
    mapOrders(inner, (order) => ({ ...order, unprovenShareBps: 1_000 })),
  ),
  brokenStore("takes a used share for a used budget", judged, (inner) => ({
    issue: async (orders) =>
      (await inner.issue(orders)).map(
        (outcome): IssueOutcome =>
          outcome.outcome === "issued"
            ? outcome
            : {
                ...outcome,
                reasons: outcome.reasons.map((one) => (one === "unproven_holds" ? "budget" : one)),
              },
      ),
  })),
  brokenStore("keeps an unproven hold when it is charged", charged, mostUnproven),
  brokenStore("keeps an unproven hold when it is given back", released, mostUnproven),

  brokenStore("stores no mark of an order", ordered, (inner) =>
    mapOrders(inner, (order) => ({ ...order, mark: "" })),
  ),
  brokenStore("lets the last mark win", firstMark, (inner) =>
    mapOutcomes(inner, (outcome, event) =>
      outcome.outcome === "recorded" ? marked(outcome, event) : outcome,
    ),
  ),
  brokenStore("stores no mark of an event", atCharge, (inner) => ({
    record: (events) => inner.record(events.map((event) => ({ ...event, mark: undefined }))),
  })),
  brokenStore("marks a delivery by what it does not record", unrecorded, (inner) =>
    mapOutcomes(inner, (outcome, event) =>
      outcome.outcome === "recorded" ? outcome : marked(outcome, event),
    ),
  ),
  brokenStore("reads charges of any mark", asked, (inner) => ({
    readCharges: ({ marks: _, ...query }) => inner.readCharges(query),
  })),
  brokenStore("reads recent deliveries of any mark", asked, (inner) => ({
    readRecentDeliveries: ({ marks: _, ...query }) => inner.readRecentDeliveries(query),
  })),

  brokenStore("stores no network", byId, (inner) => mapOrders(inner, (order) => ({ ...order, network: "" }))),
  brokenStore("never forgets a network", inTime, keepNetworks),
  brokenStore("forgets a network early", inTime, (inner, clock) => ({
    findDeliveries: async (ids) =>
      (await inner.findDeliveries(ids)).map(
        (one) => one && { ...one, network: clock.now() > one.issuedAt + 86_400_000 ? "" : one.network },
      ),
  })),
  brokenStore("promises to keep networks for a year", inTime, (inner) => ({
    retention: { ...inner.retention, networksKeptMs: 31_536_000_000 },
  })),
  brokenStore("counts users for networks", counted, (inner) => ({
    readUniques: ({ of: _, ...query }) => inner.readUniques(query),
  })),
  brokenStore("keeps the networks of a forgotten user", userGone, keepNetworks),
];

function mapOrders(inner: Store, map: (order: IssueOrder) => IssueOrder): Pick<Store, "issue"> {
  return { issue: (orders) => inner.issue(orders.map(map)) };
}

/** Judges the share by what was held before others were served, and leaves the whole budget to the store underneath. */
function staleShare(inner: Store): Pick<Store, "issue"> {
  return {
    issue: async (orders) => {
      const { catalog } = await inner.readCatalog();
      const { campaigns } = await inner.auditLedger();
      await roundTrip();
      const hasRoom = ({ campaignId, priceMicros }: IssueOrder["choices"][number], bps: number): boolean => {
        const held = campaigns.find((one) => one.campaignId === campaignId)?.unprovenHeldMicros ?? 0;
        const budget = catalog.campaigns.find(({ id }) => id === campaignId)?.totalBudgetMicros;
        return (
          budget === undefined || held + priceMicros <= Math.max(20 * priceMicros, (budget * bps) / 10_000)
        );
      };
      return inner.issue(
        orders.map((order) => ({
          ...order,
          choices: order.choices.filter((choice) => hasRoom(choice, order.unprovenShareBps ?? 10_000)),
          unprovenShareBps: order.unprovenShareBps && 10_000,
        })),
      );
    },
  };
}

/** Reports the most unproven holds that a campaign ever had. */
function mostUnproven(inner: Store): Pick<Store, "auditLedger"> {
  const most = new Map<string, number>();
  return {
    auditLedger: async () => {
      const audit = await inner.auditLedger();
      const campaigns = audit.campaigns.map((line) => {
        const unprovenHeldMicros = Math.max(line.unprovenHeldMicros, most.get(line.campaignId) ?? 0);
        most.set(line.campaignId, unprovenHeldMicros);
        return { ...line, unprovenHeldMicros };
      });
      return { ...audit, campaigns };
    },
  };
}

function marked(outcome: RecordOutcome, { mark }: DeliveryEvent): RecordOutcome {
  if (outcome.outcome === "unknown" || mark === undefined || mark === "") return outcome;
  return { ...outcome, delivery: { ...outcome.delivery, mark } };
}

/** Keeps networks beside the deliveries and drops none of them. */
function keepNetworks(inner: Store): Pick<Store, "issue" | "findDeliveries"> {
  const networks = new Map<string, string>();
  return {
    issue: (orders) => {
      for (const { deliveryId, network } of orders) {
        if (!networks.has(deliveryId)) networks.set(deliveryId, network);
      }
      return inner.issue(orders);
    },
    findDeliveries: async (ids) =>
      (await inner.findDeliveries(ids)).map((one) => one && { ...one, network: networks.get(one.id) ?? "" }),
  };
}
