import type { ObjectStorage } from "../../adapters/sqlite/durable-object/mod.ts";

/** The storage of an object, with a fault that is planted in it. */
export function withFault(storage: ObjectStorage, fault: string): ObjectStorage {
  if (fault !== "no transactions") return storage;
  const { sql } = storage;
  return {
    sql: { exec: (statement, ...values) => sql.exec(statement, ...values) },
    transaction: (work) => work(),
    getAlarm: () => storage.getAlarm(),
    setAlarm: (at) => storage.setAlarm(at),
  };
}
