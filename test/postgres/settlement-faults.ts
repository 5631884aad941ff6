import type { Fault } from "../faults/planted.ts";

/** Looks at what was taken back of the charges before their campaigns are locked. */
export const adjustmentsBeforeLock = [
  {
    from: "  perform 1 from campaigns k where k.id = any(v_campaigns) order by k.id for no key update;\n  v_at := coalesce(now_ms, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);\n\n  select array_agg(coalesce(a.adjusted",
    to: "  v_at := coalesce(now_ms, 0);\n\n  select array_agg(coalesce(a.adjusted",
  },
  {
    from: "  -- In the order of ids, because two calls with the same ids",
    to: "  perform planted.meet();\n  perform 1 from campaigns k where k.id = any(v_campaigns) order by k.id for no key update;\n  -- In the order of ids, because two calls with the same ids",
  },
] as const;

const noAdjustmentKeys = [
  { from: "  constraint adjustments_begin unique (delivery_id, adjusted_before),\n", to: "" },
  { from: "  constraint adjustments_end unique (delivery_id, adjusted_after),\n", to: "" },
  {
    from: "check (adjusted_after <= price),\n  constraint adjustments_follow foreign key (delivery_id, follows) references adjustments (delivery_id, adjusted_after)",
    to: "check (adjusted_after <= price)",
  },
] as const;

/** Begins an adjustment within the one before it. */
export const overlappingAdjustments = {
  from: "v_before[c.n] := v_adjusted[c.d];",
  to: "v_before[c.n] := greatest(v_adjusted[c.d] - 2, 0);",
} as const;

/** Takes back more than is left of a charge. */
export const noLimitOfCharge = {
  from: "when v_left[c.n] = 0 or c.micros > v_left[c.n] then 'too_much'",
  to: "when v_left[c.n] = 0 then 'too_much'",
} as const;

const usedAndWaived = "set used = t.used - s.restored, waived = t.waived + s.amount - s.restored";

/** Faults in adjustments and statements. */
export const settlementFaults: readonly Fault[] = [
  {
    fault: "neither a lock nor a key stands between two adjustments of one charge",
    plant: [...adjustmentsBeforeLock, ...noAdjustmentKeys],
    refusedBy: "64 callers that take back one charge take it once",
  },
  {
    fault: "neither the function nor a CHECK knows what is left of a charge",
    plant: [
      noLimitOfCharge,
      {
        from: "constraint adjustments_price check (adjusted_after <= price)",
        to: "constraint adjustments_price check (true)",
      },
    ],
    refusedBy: "more than is left of a charge is refused and changes nothing",
  },
  {
    fault: "an order does not see what those before it took",
    plant: [{ from: "v_adjusted[c.d] := v_adjusted[c.d] + v_micros[c.n];", to: "" }],
    refusedBy: "orders of one call see what those before them took",
  },
  {
    fault: "every adjustment gives the budget back",
    plant: [{ from: usedAndWaived, to: "set used = t.used - s.amount" }],
    refusedBy: "a budget is used again only by adjustments that restore it",
  },
  {
    fault: "no adjustment gives the budget back",
    plant: [{ from: usedAndWaived, to: "set waived = t.waived + s.amount" }],
    refusedBy: "a budget is used again only by adjustments that restore it",
  },
  {
    fault: "an adjustment gives its day's budget back",
    plant: [
      {
        from: "  if found then\n    perform note_audit(audit, v_at);",
        to: "  update campaign_days t set used = greatest(t.used - 100, 0) where v_micros[1] is not null;\n  if found then\n    perform note_audit(audit, v_at);",
      },
    ],
    refusedBy: "no adjustment gives a daily budget back",
  },
  {
    fault: "the publisher's part of each adjustment is rounded by itself",
    plant: [
      {
        from: "div(v_adjusted[c.d]::numeric * v_part[c.d], v_price[c.d])\n        - div(v_before[c.n]::numeric * v_part[c.d], v_price[c.d]);",
        to: "div(v_micros[c.n]::numeric * v_part[c.d], v_price[c.d]);",
      },
    ],
    refusedBy: "an adjustment without an amount takes back all that is left",
  },
  {
    fault: "the publisher's part is computed in 64 bits",
    plant: [
      {
        from: "div(v_adjusted[c.d]::numeric * v_part[c.d], v_price[c.d])\n",
        to: "v_adjusted[c.d] * v_part[c.d] / v_price[c.d]\n",
      },
    ],
    refusedBy: "amounts of adjustments are exact up to 2^53 - 1",
  },
  {
    fault: "an adjustment with a known id is another one",
    plant: [
      { from: "constraint adjustments_id primary key,", to: "not null," },
      { from: "when v_is_known[c.i] then 'duplicate'", to: "" },
    ],
    refusedBy: "a repeated adjustment gets the first one, whatever it says",
  },
  {
    fault: "a call that adjusts nothing is noted",
    plant: [
      {
        from: "  if found then\n    perform note_audit(audit, v_at);\n  end if;",
        to: "  perform note_audit(audit, v_at);",
      },
    ],
    refusedBy: "an adjustment and its note are one step",
  },
  {
    fault: "reports leave adjustments out",
    plant: [{ from: "topic_id\nfrom adjustments;", to: "topic_id\nfrom adjustments where false;" }],
    refusedBy: "reports and the audit are charges less adjustments",
  },
  {
    fault: "the audit compares what is used with all charges",
    plant: [{ from: "'restoredMicros', coalesce(a.restored, 0),", to: "'restoredMicros', 0," }],
    refusedBy: "a budget is used again only by adjustments that restore it",
  },
  {
    fault: "pages of charges leave a millisecond out",
    plant: [{ from: "return at_from + v_width;", to: "return at_from + v_width + 1;" }],
    refusedBy: "charges are listed by time, page by page",
  },
  {
    fault: "a statement needs none before it",
    plant: [{ from: "where its_number = 1\n", to: "where true\n" }],
    refusedBy: "statements of an account are numbered without gaps",
  },
  {
    fault: "a statement that exists is noted",
    plant: [
      { from: "if not found then\n    return '\"exists\"';", to: "if false then\n    return '\"exists\"';" },
    ],
    refusedBy: "64 callers that add one statement add it once, with its note",
  },
];
