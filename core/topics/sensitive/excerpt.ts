const maxShown = 120;

/** The beginning of a pattern, for people. A publisher's own has up to 1,200 characters. */
export function excerpt(pattern: string): string {
  return pattern.length <= maxShown ? pattern : `${pattern.slice(0, maxShown)}…`;
}
