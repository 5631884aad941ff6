import type { IndexMigration } from "./migration.ts";

/**
 * Finds the deliveries of an hour for an export. They are stored about in the order of their time, so that a summary of every 32 pages
 * is enough, which costs an issue next to nothing; a B-tree would be written by each.
 */
export const deliveriesIssued: IndexMigration = {
  number: 2,
  name: "deliveries_issued",
  indexes: [
    {
      name: "deliveries_issued",
      table: "deliveries",
      definition: "using brin (issued_at) with (pages_per_range = 32, autosummarize = on)",
    },
  ],
};
