/** A field that differs. */
export interface FieldChange {
  /** Relative to the entity, for example `hours[0].from`. */
  readonly path: string;
  /** The stored value; `undefined` when absent. */
  readonly from: unknown;
  /** The new value; `undefined` when absent. */
  readonly to: unknown;
}
