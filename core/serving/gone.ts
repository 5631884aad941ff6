import type { Problem } from "../contract/problem.ts";

/** contract.md §7, 410. Forged, foreign, unknown and expired are one answer: nobody learns which it was. */
export const gone: Problem = {
  problem: "gone",
  detail: "This action or receipt is invalid or has expired. Ask for a new ad.",
};
