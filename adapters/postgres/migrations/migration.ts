/** One step of the schema. Published steps are frozen: a change is a new step. */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  readonly number: number;
  readonly name: string;
  /**
   * Runs with the search path set to the schema, so it names no schema. Functions of the hot path allow their
   * plans only index lookups: a session keeps its plans, and one made while deliveries were few would read
   * all of them when they are many (measured with 32,000 deliveries: a third of the rate, and falling).
   */
  readonly sql: string;
}
