/** One step of the schema. Published steps are frozen: a change is a new step. */
export type Migration = ScriptMigration | IndexMigration;

/** A step in one transaction, together with the scripts beside it. */
export interface ScriptMigration extends Step {
  /** Runs with the search path set to the schema, so it names no schema. */
  readonly sql: string;
}

/** A step that builds indexes while servers read and write. It may be interrupted at any point and run again. */
export interface IndexMigration extends Step {
  readonly indexes: readonly AddedIndex[];
}

/** An index of a table or of a partitioned table. */
export interface AddedIndex {
  /** Unique in the schema, at most 40 characters. */
  readonly name: string;
  readonly table: string;
  /** What follows the table's name: `(campaign_id) where charged`. */
  readonly definition: string;
}

interface Step {
  /** 1, 2, 3 … without gaps. */
  readonly number: number;
  readonly name: string;
}
