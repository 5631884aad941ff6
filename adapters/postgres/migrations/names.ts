/** The names of the steps in `list.ts`, in their order. A server compares them without loading the steps' SQL (70 KB). */
export const migrationNames: readonly string[] = ["first_release", "deliveries_issued", "faster_views"];
