const maxShown = 120;

/** The beginning of a pattern, for people. Shipped patterns have up to 2,000 characters. */
export function excerpt(pattern: string): string {
  return pattern.length <= maxShown ? pattern : `${pattern.slice(0, maxShown)}…`;
}
