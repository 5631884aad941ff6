import { isOutage } from "../../../core/outage.ts";
import type { Store } from "../../../core/storage/store.ts";
import { isStore, storeOperations } from "../../../core/storage/store-members.ts";
import { StoreDataError, StoreUnavailable } from "../../kit/errors.ts";
import { fromPassed, toPassed } from "./long-value.ts";
import { type ObjectRetention, objectRetention } from "./open-object-store.ts";

/** The answer to a call of a store in an object. Errors are values, because RPC passes on no more of an error than its message. */
export type StoreAnswer =
  | {
      /** The operation was fulfilled. */
      readonly outcome: "fulfilled";
      /** Its value; a stream of its JSON if it is a long catalogue. */
      readonly value: unknown;
    }
  | {
      /** The operation was rejected. `outage`: the call may be repeated. */
      readonly outcome: "outage" | "refused";
      /** The message of the error. */
      readonly message: string;
      /** The code of a `StoreDataError`. */
      readonly code?: string | undefined;
    };

/** An object that holds a store, seen from outside: the stub of a class that has {@link Place.call} as a method. */
export interface StoreObject {
  /** Calls an operation of the store. */
  call(operation: string, values: readonly unknown[]): Promise<StoreAnswer>;
}

/** The part of a binding of Durable Objects that Handbill uses. */
export interface ObjectNamespace {
  /** The stub of the object with this name. */
  getByName(name: string): StoreObject;
}

/** The operations that are called by RPC. `close` stays where the store is opened. */
const operations: ReadonlySet<string> = new Set(storeOperations.filter((name) => name !== "close"));
/** The operations whose values grow with the catalogue. */
const isLong: ReadonlySet<string> = new Set(["catalogChanges", "readCatalog"]);

/** Calls an operation of a store for another object or worker. Never rejects. */
export async function answerCall(
  store: Store,
  operation: string,
  values: readonly unknown[],
): Promise<StoreAnswer> {
  try {
    const member: unknown = operations.has(operation) ? Reflect.get(store, operation) : undefined;
    if (typeof member !== "function")
      throw new StoreUnavailable(`The object has no operation ${operation}: deploy one release everywhere.`);
    const value: unknown = await Reflect.apply(member, store, values);
    return { outcome: "fulfilled", value: isLong.has(operation) ? toPassed(value) : value };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof StoreDataError ? error.code : undefined;
    return { outcome: isOutage(error) ? "outage" : "refused", message, code };
  }
}

/**
 * A store that is in a Durable Object, for workers and other objects. `options` are those that the object opens its store with. Does no
 * I/O. Operations reject with `StoreUnavailable` when the object cannot be reached; then nobody knows whether the call was stored, and
 * repeating it is safe. The stub is taken anew for each call, because one that has failed stays broken.
 */
export function openDurableObject(
  namespace: ObjectNamespace,
  name: string,
  options: ObjectRetention = {},
): Store {
  const call = async (operation: string, values: readonly unknown[]): Promise<unknown> => {
    const answer = await reach(namespace, name, operation, values);
    switch (answer.outcome) {
      case "fulfilled":
        return answer.value;
      case "outage":
        throw new StoreUnavailable(answer.message);
      case "refused":
        throw new StoreDataError(answer.message, { code: answer.code });
      default:
        throw new StoreUnavailable(
          `The object ${name} has another release: deploy one release everywhere. ${answer satisfies never}`,
        );
    }
  };
  const calls = [...operations].map((operation) => [
    operation,
    (...values: readonly unknown[]) => call(operation, values),
  ]);
  const store: unknown = {
    ...Object.fromEntries(calls),
    retention: objectRetention(options),
    close: async () => {},
  };
  if (isStore(store)) return store;
  throw new Error("The operations of a store are incomplete.");
}

async function reach(
  namespace: ObjectNamespace,
  name: string,
  operation: string,
  values: readonly unknown[],
): Promise<StoreAnswer> {
  try {
    const answer = await namespace.getByName(name).call(operation, values);
    return answer.outcome === "fulfilled" ? { ...answer, value: await fromPassed(answer.value) } : answer;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    if (text.includes("limited to 32MiB")) {
      throw new StoreDataError(
        `${operation} of the object ${name} is too large for one call: ${text} Make a change in parts, or ask for less at once.`,
        { cause: error },
      );
    }
    throw new StoreUnavailable(`The object ${name} did not answer: ${text}. The call may be repeated.`, {
      cause: error,
    });
  }
}
