/** One step of the schema. Published steps are frozen: a change is a new step. */
export interface Migration {
  /** 1, 2, 3 … without gaps. */
  readonly number: number;
  readonly name: string;
  /** Runs with the search path set to the schema, so it names no schema. */
  readonly sql: string;
}
