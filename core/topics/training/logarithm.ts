const bits = 32;

/**
 * The logarithm to base 2 of a number that is at least 1. Uses additions and multiplications only: engines differ in the last
 * bits of `Math.log2`, and a model must have the same bytes everywhere.
 */
export function logarithm(value: number): number {
  let rest = value;
  let result = 0;
  for (; rest >= 2; rest /= 2) result++;
  for (let bit = 1, share = 0.5; bit <= bits; bit++, share /= 2) {
    rest *= rest;
    if (rest >= 2) {
      rest /= 2;
      result += share;
    }
  }
  return result;
}
