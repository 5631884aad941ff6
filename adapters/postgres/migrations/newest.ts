/** The number of the last step in `list.ts`. Beside it, so that a server can compare without loading the steps' SQL (110 KB). */
export const newestMigration = 24;
