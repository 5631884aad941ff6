/** One step of the schema. Published steps are frozen: a change is a new step. */
export interface Migration {
  /** 1, 2, 3 … without gaps; the file's `user_version` is the last that it has. */
  readonly number: number;
  readonly name: string;
  /** `$now` in it stands for the store's time, in milliseconds since 1970. */
  readonly sql: string;
}
