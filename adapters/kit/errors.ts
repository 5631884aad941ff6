/** Options of an error of a store. */
export interface StoreErrorOptions extends ErrorOptions {
  /** The database's or the driver's own code, such as a SQLSTATE or `ECONNREFUSED`. Default: empty. */
  readonly code?: string | undefined;
}

/** The database cannot be reached or cannot write now. The call may be repeated. `isOutage` is true of it. */
export class StoreUnavailable extends Error {
  /** The name of the class; another one for a cause of its own, such as `FileInUse`. */
  override readonly name: string = "StoreUnavailable";
  readonly outage = true;
  /** The database's or the driver's own code, such as a SQLSTATE or `ECONNREFUSED`; empty without one. */
  readonly code: string;

  constructor(message: string, { code = "", ...options }: StoreErrorOptions = {}) {
    super(message, options);
    this.code = code;
  }
}

/** The database refused a value of this call. The same call fails again; other calls do not. */
export class StoreDataError extends Error {
  override readonly name = "StoreDataError";
  readonly outage = false;
  /** The database's or the driver's own code, such as a SQLSTATE; empty without one. */
  readonly code: string;

  constructor(message: string, { code = "", ...options }: StoreErrorOptions = {}) {
    super(message, options);
    this.code = code;
  }
}
