export { StoreDataError, StoreUnavailable } from "../../kit/errors.ts";
export type { ObjectContext, ObjectRows, ObjectSql, ObjectStorage } from "./context.ts";
export { forwardRequest, type ServingStub } from "./forward.ts";
export type { MaintenanceOptions } from "./maintenance.ts";
export {
  type ObjectRetention,
  type ObjectStoreOptions,
  openObjectStore,
} from "./open-object-store.ts";
export { createPlace, type Place, type PlaceOptions } from "./place.ts";
export {
  type ObjectNamespace,
  openDurableObject,
  type StoreAnswer,
  type StoreObject,
} from "./store-calls.ts";
export { type Served, type ServingObject, toDurableObject } from "./to-durable-object.ts";
