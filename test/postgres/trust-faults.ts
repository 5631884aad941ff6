import type { Fault } from "../faults/planted.ts";

/** Without it an amount that is not given back ends as an error of the CHECK. */
export const noUnprovenCheck = {
  from: "constraint campaigns_unproven_held check (unproven_held between 0 and held),",
  to: "",
} as const;

const unprovenSum = "sum(price * unproven::integer)::bigint as unproven\n      from";

/** Faults in unproven holds, marks and networks. */
export const trustFaults: readonly Fault[] = [
  {
    fault: "unproven holds have no limit",
    plant: [{ from: "and v_unproven[c.k] + c.hold > greatest(", to: "and false and 0 > greatest(" }],
    refusedBy: "64 racers share the last unproven holds and take no more",
  },
  {
    fault: "orders of one batch do not see each other's unproven holds",
    plant: [{ from: "v_unproven[c.k] := v_unproven[c.k] + c.hold;", to: "" }],
    refusedBy: "20 unproven holds of a price are issued however small their share is",
  },
  {
    fault: "every hold counts as unproven",
    plant: [{ from: "if c.share is not null then", to: "if true then" }],
    refusedBy: "who has confirmed a view, a bot and a free ad have no share to keep within",
  },
  {
    fault: "an unproven hold stays in the sum when it is charged",
    plant: [
      { from: "sum(x.price * x.unproven::integer)::bigint as unproven", to: "0::bigint as unproven" },
      noUnprovenCheck,
    ],
    refusedBy: "an unproven hold leaves its share at its first event, and no proven one does",
  },
  {
    fault: "an unproven hold stays in the sum when it is given back",
    plant: [
      { from: `${unprovenSum} released`, to: "0::bigint as unproven\n      from released" },
      noUnprovenCheck,
    ],
    refusedBy: "an unproven hold leaves its share when it is given back",
  },
  {
    fault: "an unproven hold stays in the sum when its user is forgotten",
    plant: [{ from: `${unprovenSum} gone`, to: "0::bigint as unproven\n      from gone" }, noUnprovenCheck],
    refusedBy: "the unproven holds of a forgotten user leave their share",
  },
  {
    fault: "a charge keeps the mark from before its event",
    plant: [{ from: "(x.state).api_key_id, x.mark", to: "(x.state).api_key_id, (x.state).mark" }],
    refusedBy: "a charge keeps the mark that its delivery has after the event that charges",
  },
  {
    fault: "a later mark replaces the first",
    plant: [{ from: "coalesce(nullif(d.mark, ''), e.mark, '')", to: "coalesce(e.mark, d.mark)" }],
    refusedBy: "the first recorded event with a mark marks its delivery for good",
  },
  {
    fault: "networks of old weeks stay",
    plant: [{ from: "execute format('truncate %I', w.name);", to: "" }],
    refusedBy: "a network is forgotten when the store promises it, and not a week before",
  },
  {
    fault: "the networks of a forgotten user stay",
    plant: [{ from: "delete from networks n using unnest(v_ids) x(id) where n.delivery_id = x.id;", to: "" }],
    refusedBy: "the networks of a forgotten user are gone at once",
  },
];
