import type { Fault } from "../faults/planted.ts";
import { noUnprovenCheck } from "./trust-faults.ts";

/** The lock that all events of a call wait for. */
export const noViewLock = {
  from: "perform 1 from campaigns p where p.id = any(v_campaigns) order by p.id for no key update;",
  to: "",
} as const;

const firstViewCharges = "the first event charges when it is a seen, and no later one does";

/** Faults in the UPDATE that records first views. */
export const viewFaults: readonly Fault[] = [
  {
    fault: "the window of a first view begins one millisecond early",
    plant: [{ from: "between 1000 and 3600000", to: "between 999 and 3600000" }],
    refusedBy: "a view at 999 ms is too early and changes nothing",
  },
  {
    fault: "the hour of a first view ends one millisecond late",
    plant: [{ from: "between 1000 and 3600000", to: "between 1000 and 3600001" }],
    refusedBy: "a view at 3,600,001 ms is expired and changes nothing",
  },
  {
    fault: "the charge of a first view and the used amount are not one step",
    plant: [
      {
        from: "used = t.used + s.amount\n    from (select w.campaign_id, sum",
        to: "used = t.used\n    from (select w.campaign_id, sum",
      },
    ],
    refusedBy: firstViewCharges,
  },
  {
    fault: "a first view is not charged on its day",
    plant: [
      {
        from: "used = t.used + s.amount\n    from (select w.campaign_id, w.day",
        to: "used = t.used\n    from (select w.campaign_id, w.day",
      },
    ],
    refusedBy: firstViewCharges,
  },
  {
    fault: "a first view is not noted as seen",
    plant: [{ from: "set held = false, seen_recorded = true,", to: "set held = false," }],
    refusedBy: "of 64 views of one delivery one is recorded and charges",
  },
  {
    fault: "an unproven hold stays in the sum when its first view charges it",
    plant: [
      { from: "sum(w.price * w.unproven::integer)::bigint as unproven", to: "0::bigint as unproven" },
      noUnprovenCheck,
    ],
    refusedBy: "an unproven hold leaves its share at its first event, and no proven one does",
  },
  {
    fault: "events beside first views are left out",
    plant: [{ from: "v_answers := record(v_rest, v_at);", to: "v_answers := '[]';" }],
    refusedBy: "the first event charges when it is a press, and no later one does",
  },
];
