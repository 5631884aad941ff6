import type { Problem } from "../contract/problem.ts";

/** contract.md §7, 410. Forged, foreign, unknown and expired tokens get the same answer, so it does not tell which it was. */
export const gone: Problem = {
  problem: "gone",
  detail: "This action or receipt is invalid or has expired. Ask for a new ad.",
};
