import type { MemoryStore } from "../../../adapters/memory/mod.ts";
import type { IssueOutcome } from "../../../core/storage/delivery.ts";
import type { PlannedMigration } from "../../../core/storage/installation-store.ts";
import { webhook } from "../../conformance/fixtures.ts";
import { type BrokenStore, brokenStore, emptyChange, roundTrip } from "./broken-store.ts";

const dayMs = 86_400_000;
const ready = "an open store is ready, and stays as it was";
const plan = "a migration leaves no step to apply, and keeps the data";
const racingMigrations = "64 migrations at once apply no step twice";
const kept = "a delivery is kept as long as the store promises";
const gone = "a forgotten user's deliveries are gone, however many, and no others";
const money = "a forgotten user's holds are free, and the charges stay";
const caps = "a frequency cap starts again for a forgotten user, and for no other";
const racingCalls = "64 calls that forget a user at once delete each delivery once";
const firstValue = "the first value of a name stays, and every store has it";
const racingValues = "64 first values at once: all get the same one";
const closed = "a closed store keeps confirmed changes, and can be closed again";

const steps: readonly PlannedMigration[] = [
  { number: 1, name: "tables", applied: true },
  { number: 2, name: "indexes", applied: true },
];

/** Notes the deliveries that are issued, for what is done behind the store's back. */
function issuedIds(inner: MemoryStore): { readonly ids: string[]; readonly issue: MemoryStore["issue"] } {
  const ids: string[] = [];
  return {
    ids,
    issue: (orders) => {
      ids.push(...orders.map(({ deliveryId }) => deliveryId));
      return inner.issue(orders);
    },
  };
}

export const brokenInstallations: readonly BrokenStore[] = [
  brokenStore("is never ready", ready, () => ({
    ready: async () => {
      throw new Error("not ready");
    },
  })),
  brokenStore("writes when it is asked whether it is ready", ready, (inner) => ({
    ready: async () => {
      await inner.applyCatalog(emptyChange((await inner.readCatalog()).version));
    },
  })),
  brokenStore("plans a step that it has applied", plan, () => ({
    planMigrations: async () => steps.map((step) => ({ ...step, applied: step.number === 1 })),
  })),
  brokenStore("plans its steps in the order of their names", plan, () => ({
    planMigrations: async () => [...steps].reverse(),
  })),
  brokenStore("returns steps that it has not applied", plan, () => ({
    planMigrations: async () => steps,
    migrate: async () => steps.map((step) => ({ ...step, applied: false })),
  })),
  brokenStore("applies every step whenever it migrates", plan, () => ({
    planMigrations: async () => steps,
    migrate: async () => steps,
  })),
  brokenStore("makes its tables anew when it migrates", plan, (inner) => ({
    migrate: async () => {
      await inner.forgetUser("user-1");
      return [];
    },
  })),
  brokenStore(
    "looks for missing steps in one transaction and applies them in another",
    racingMigrations,
    () => {
      let applied = 0;
      return {
        planMigrations: async () => steps.filter(({ number }) => number <= applied),
        migrate: async () => {
          const missing = steps.filter(({ number }) => number > applied);
          await roundTrip();
          applied = steps.length;
          return missing;
        },
      };
    },
  ),
  brokenStore("drops a delivery a day early", kept, (inner, clock) => ({
    retention: { ...inner.retention, deliveriesKeptMs: 90 * dayMs },
    findDeliveries: async (ids) =>
      (await inner.findDeliveries(ids)).map((delivery) =>
        clock.now() - (delivery?.issuedAt ?? 0) < 89 * dayMs ? delivery : undefined,
      ),
  })),
  brokenStore("keeps deliveries for an hour", kept, (inner) => ({
    retention: { ...inner.retention, deliveriesKeptMs: 3_600_000 },
  })),
  brokenStore("counts one step of the deliveries that it deletes", gone, (inner) => ({
    forgetUser: async (userKey, audit) => Math.min(512, await inner.forgetUser(userKey, audit)),
  })),
  brokenStore("notes each call that forgets a user", gone, (inner) => ({
    forgetUser: async (userKey, audit) => {
      const deleted = await inner.forgetUser(userKey, audit);
      if (deleted === 0) await inner.putWebhook(webhook("hook"), audit);
      return deleted;
    },
  })),
  brokenStore("notes nothing of a user who is forgotten", gone, (inner) => ({
    forgetUser: (userKey) => inner.forgetUser(userKey),
  })),
  brokenStore("forgets all users with one", gone, (inner) => ({
    forgetUser: async (userKey, audit) => {
      const deleted = await inner.forgetUser(userKey, audit);
      await inner.forgetUser("user-1");
      return deleted;
    },
  })),
  brokenStore("keeps the holds of a user who is forgotten", money, (inner) => {
    const { ids, issue } = issuedIds(inner);
    const hidden = new Set<string>();
    return {
      issue,
      forgetUser: async () => {
        const shown = ids.filter((id) => !hidden.has(id));
        for (const id of shown) hidden.add(id);
        return shown.length;
      },
      findDeliveries: async (wanted) =>
        (await inner.findDeliveries(wanted)).map((delivery) =>
          hidden.has(delivery?.id ?? "") ? undefined : delivery,
        ),
    };
  }),
  brokenStore("deletes the charges of a user who is forgotten", money, (inner) => {
    let isForgotten = false;
    return {
      forgetUser: (userKey, audit) => {
        isForgotten = true;
        return inner.forgetUser(userKey, audit);
      },
      readCharges: async (query) => (isForgotten ? [] : inner.readCharges(query)),
    };
  }),
  brokenStore("keeps the places of a forgotten user in frequency caps", caps, (inner) => {
    const capped = new Set<string>();
    return {
      forgetUser: (userKey, audit) => {
        capped.add(userKey);
        return inner.forgetUser(userKey, audit);
      },
      issue: async (orders) => {
        const outcomes = await inner.issue(orders.filter(({ userKey }) => !capped.has(userKey)));
        const refused: IssueOutcome = { outcome: "refused", reasons: ["frequency_cap"] };
        let n = 0;
        return orders.map(({ userKey }) => {
          const outcome = capped.has(userKey) ? refused : outcomes[n++];
          return outcome ?? refused;
        });
      },
    };
  }),
  brokenStore("counts deliveries in one transaction and deletes them in another", racingCalls, (inner) => {
    const { ids, issue } = issuedIds(inner);
    return {
      issue,
      forgetUser: async (userKey, audit) => {
        const found = await inner.findDeliveries(ids);
        await roundTrip();
        await inner.forgetUser(userKey, audit);
        return found.filter((delivery) => delivery?.userKey === userKey).length;
      },
    };
  }),
  brokenStore("replaces the value of a name", firstValue, () => {
    const values = new Map<string, string>();
    return {
      firstValue: async (name, value) => {
        if (value !== undefined) values.set(name, value);
        return values.get(name);
      },
    };
  }),
  brokenStore("looks for a value in one transaction and stores it in another", racingValues, () => {
    const values = new Map<string, string>();
    return {
      firstValue: async (name, value) => {
        const stored = values.get(name);
        if (stored !== undefined || value === undefined) return stored;
        await roundTrip();
        values.set(name, value);
        return value;
      },
    };
  }),
  brokenStore("cannot be closed twice", closed, () => {
    let isOpen = true;
    return {
      close: async () => {
        if (!isOpen) throw new Error("closed already");
        isOpen = false;
      },
    };
  }),
];
