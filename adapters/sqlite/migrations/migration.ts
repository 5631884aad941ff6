/** One step of the schema. Published steps are frozen: a change is a new step. */
export interface Migration {
  /** 1, 2, 3 … without gaps; the file's `user_version` is the number of the last applied step. */
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}
