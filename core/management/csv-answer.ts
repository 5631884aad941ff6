import type { RouteAnswer } from "./route.ts";

/** Answers a table as a file `handbill-….csv`. */
export function csvAnswer(name: string, body: string): RouteAnswer {
  return {
    response: {
      status: 200,
      headers: {
        "content-type": "text/csv; charset=utf-8; header=present",
        "content-disposition": `attachment; filename="handbill-${name}.csv"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
      body,
    },
  };
}
