import { openPlaced } from "../../adapters/placed/mod.ts";
import { type ObjectNamespace, openDurableObject } from "../../adapters/sqlite/durable-object/mod.ts";
import type { Store } from "../../core/storage/store.ts";
import { type StoreHarness, storeCases } from "../conformance/mod.ts";
import { beginCase } from "./current-case.ts";
import { objectCases } from "./object-cases.ts";

/** Ends an object, as a deployment or a fault of its machine does. */
export const resetOperation = "reset";

/** The error of a case, or that it passed. */
export interface CaseOutcome {
  readonly error?: string;
}

/** The stores of a case in fresh objects, seen from the worker: one object, or home and three places. */
function harnessOf(form: string, alarmsMs: number | undefined, namespace: ObjectNamespace): StoreHarness {
  return {
    deadlineMs: 60_000,
    open: async (clock) => {
      const id = crypto.randomUUID();
      const nameOf = (number: number): string => `${id} ${number}`;
      const object = (number: number): Store => openDurableObject(namespace, nameOf(number));
      const reset = () => namespace.getByName(nameOf(0)).call(resetOperation, []);
      beginCase({ clock: clock.now, maintainEveryMs: alarmsMs, reset });
      const open = (): Store =>
        form === "object"
          ? object(0)
          : openPlaced({ home: object(0), places: [1, 2, 3].map(object), awayAfterMs: 20_000 });
      return { stores: [open(), open()], close: async () => {} };
    },
  };
}

/** Runs a case of the kit, or one of `object-cases.ts`, in the worker. */
export async function runCase(name: string, form: string, namespace: ObjectNamespace): Promise<CaseOutcome> {
  const found = [...storeCases, ...objectCases].find((one) => one.name === name);
  // In the kit's cases nothing happens that they do not call.
  const alarmsMs = objectCases.some((one) => one === found) ? 10 : undefined;
  if (found === undefined) return { error: `There is no case “${name}”.` };
  try {
    await found.run(harnessOf(form, alarmsMs, namespace));
    return {};
  } catch (error) {
    return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}
