/** The number of the last step in `list.ts`. Beside it, so that a server can compare without loading the steps' SQL (100 KB). */
export const newestMigration = 27;
