import type { Fault } from "./faulty-rule.ts";

/** Faults in the judgement of events, in charges and in the release of holds. */
export const eventFaults: readonly Fault[] = [
  {
    fault: "a view at 1,000 ms is too early",
    file: "judge-event.ts",
    from: "now - delivery.issuedAt < minViewAgeMs",
    to: "now - delivery.issuedAt <= minViewAgeMs",
    refusedBy: "a view is too early at 999 ms and recorded at 1,000 ms",
  },
  {
    fault: "a view at 999 ms is recorded",
    file: "judge-event.ts",
    from: "now - delivery.issuedAt < minViewAgeMs",
    to: "now - delivery.issuedAt < minViewAgeMs - 1",
    refusedBy: "a view is too early at 999 ms and recorded at 1,000 ms",
  },
  {
    fault: "a click can be too early",
    file: "judge-event.ts",
    from: `event.kind === "seen" && now -`,
    to: "now -",
    refusedBy: "a press and a click are never too early",
  },
  {
    fault: "an event at 3,600,000 ms is expired",
    file: "release.ts",
    from: "now - stored.delivery.issuedAt > deliveryLifetimeMs",
    to: "now - stored.delivery.issuedAt >= deliveryLifetimeMs",
    refusedBy: "an event is recorded at 3,600,000 ms and expired at 3,600,001 ms",
  },
  {
    fault: "an event at 3,600,001 ms is recorded",
    file: "release.ts",
    from: "now - stored.delivery.issuedAt > deliveryLifetimeMs",
    to: "now - stored.delivery.issuedAt > deliveryLifetimeMs + 1",
    refusedBy: "an event is recorded at 3,600,000 ms and expired at 3,600,001 ms",
  },
  {
    fault: "a released delivery is valid again when the clock is set back",
    file: "release.ts",
    from: "deliveryLifetimeMs || isReleased(stored)",
    to: "deliveryLifetimeMs",
    refusedBy:
      "expired is judged before too early: a released delivery stays expired when the clock is set back",
  },
  {
    fault: "too early is judged before expired",
    file: "judge-event.ts",
    from: `  if (isExpired(stored, now))`,
    to: `  if (event.kind === "seen" && now - delivery.issuedAt < 1_000) return { outcome: "too_early", delivery };
  if (isExpired(stored, now))`,
    refusedBy:
      "expired is judged before too early: a released delivery stays expired when the clock is set back",
  },
  {
    fault: "duplicate is judged before expired",
    file: "judge-event.ts",
    from: `  if (isExpired(stored, now))`,
    to: `  if (isRepeated(delivery, event, stored.seenRecorded)) return { outcome: "duplicate", delivery };
  if (isExpired(stored, now))`,
    refusedBy: "expired is judged before duplicate",
  },
  {
    fault: "duplicate is judged before too early",
    file: "judge-event.ts",
    from: `  if (isTooEarly)`,
    to: `  if (isRepeated(delivery, event, stored.seenRecorded)) return { outcome: "duplicate", delivery };
  if (isTooEarly)`,
    refusedBy: "too early is judged before duplicate",
  },
  {
    fault: "a duplicate is recorded",
    file: "judge-event.ts",
    from: `  if (isRepeated(delivery, event, stored.seenRecorded)) return { outcome: "duplicate", delivery };\n`,
    to: "",
    refusedBy: "a duplicate changes nothing",
  },
  {
    fault: "a click forgets that the view was recorded",
    file: "judge-event.ts",
    from: `stored.seenRecorded || event.kind === "seen"`,
    to: `event.kind === "seen"`,
    refusedBy: "a duplicate changes nothing",
  },
  {
    fault: "a later view moves the time of the view",
    file: "delivery-events.ts",
    from: "seenAt: delivery.seenAt ?? now",
    to: "seenAt: now",
    refusedBy: "a click sets the time of the view, and a later view is recorded without changing it",
  },
  {
    fault: "a hold becomes spent on the day of the event",
    file: "judge-event.ts",
    from: "ledger.move(campaignId, day, payment)",
    to: "ledger.move(campaignId, new Date(now).toISOString().slice(0, 10), payment)",
    refusedBy: "a hold becomes spent on the day of the issue",
  },
  {
    fault: "a bot's click is paid on the day of the click",
    file: "judge-event.ts",
    from: "ledger.move(campaignId, day, payment)",
    to: "ledger.move(campaignId, new Date(now).toISOString().slice(0, 10), payment)",
    refusedBy: "a bot delivery is paid by its click alone, on the day of the issue",
  },
  {
    fault: "a bot's click is judged by the budget of the day of the click",
    file: "judge-event.ts",
    from: "exhaustedBudget(ledger, account, day, priceMicros)",
    to: `exhaustedBudget(ledger, account, day === "2026-03-05" ? "2026-03-06" : day, priceMicros)`,
    refusedBy:
      "a bot's click charges nothing when the budget of the day of issue is used, and never does later",
  },
  {
    fault: "a charge leaves its hold",
    file: "judge-event.ts",
    from: "heldMicros: -priceMicros",
    to: "heldMicros: 0",
    refusedBy: "a hold becomes spent on the day of the issue",
  },
  {
    fault: "a charged delivery still says that it holds its price",
    file: "judge-event.ts",
    from: "{ delivery, held: false,",
    to: "{ delivery, held: stored.held,",
    refusedBy: "the first event of a web delivery charges, whatever its kind, and no later one does",
  },
  {
    fault: "only a view charges",
    file: "judge-event.ts",
    from: "if (held) {",
    to: `if (held && kind === "seen") {`,
    refusedBy: "the first event of a web delivery charges, whatever its kind, and no later one does",
  },
  {
    fault: "an open delivery is paid only while its budget has room",
    file: "judge-event.ts",
    from: "  if (held) {",
    to: `  const open = ledger.findAccount(campaignId);
  if (open === undefined || exhaustedBudget(ledger, open, day, 1) !== undefined) return undefined;
  if (held) {`,
    refusedBy: "a lowered budget and a paused campaign still pay an open delivery",
  },
  {
    fault: "any event of a bot delivery is paid",
    file: "judge-event.ts",
    from: ` || kind !== "click"`,
    to: "",
    refusedBy: "a bot delivery is paid by its click alone, on the day of the issue",
  },
  {
    fault: "a free delivery gets a charge of nothing",
    file: "judge-event.ts",
    from: " || priceMicros === 0",
    to: "",
    refusedBy: "a free delivery is never charged",
  },
  {
    fault: "a hold is released at 3,600,000 ms",
    file: "release.ts",
    from: "takeExpiredHolds(now - deliveryLifetimeMs,",
    to: "takeExpiredHolds(now - deliveryLifetimeMs + 1,",
    refusedBy: "a hold is kept at 3,600,000 ms and released at 3,600,001 ms",
  },
  {
    fault: "a hold is released one millisecond too late",
    file: "release.ts",
    from: "takeExpiredHolds(now - deliveryLifetimeMs,",
    to: "takeExpiredHolds(now - deliveryLifetimeMs - 1,",
    refusedBy: "a hold is kept at 3,600,000 ms and released at 3,600,001 ms",
  },
  {
    fault: "a release has no limit",
    file: "release.ts",
    from: "now - deliveryLifetimeMs, limit)",
    to: "now - deliveryLifetimeMs, 512)",
    refusedBy: "a release gives back the oldest holds, at most its limit, each once",
  },
  {
    fault: "a hold is given back on the day of the release",
    file: "release.ts",
    from: "giveBack(ledger, hold);",
    to: "giveBack(ledger, { ...hold, day: new Date(now).toISOString().slice(0, hold.day.length) });",
    refusedBy: "a hold is given back on the day of the issue",
  },
];
