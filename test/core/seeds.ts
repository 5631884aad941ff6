import process from "node:process";

/**
 * What random tests draw from. Every ordinary run draws the same; `npm run test:explore` sets `HANDBILL_TEST_SEEDS`, a list of
 * integers with commas. Set it to repeat a failed run.
 */
export const seeds: readonly number[] = readSeeds(process.env["HANDBILL_TEST_SEEDS"]);

function readSeeds(text: string | undefined): readonly number[] {
  if (text === undefined) return [1, 20_261_122, 2_147_483_647];
  if (!/^\d{1,10}(,\d{1,10})*$/.test(text)) {
    throw new Error(`HANDBILL_TEST_SEEDS is a list of integers with commas, such as 1,2,3; it is "${text}".`);
  }
  return text.split(",").map(Number);
}
