/** One field that differs; `undefined` where it is absent. */
export interface FieldChange {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}
