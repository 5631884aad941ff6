/** How a promise of a port is checked: by named cases, or why no case can. */
export type Coverage = readonly string[] | { readonly because: string };

/** The beginning of a sentence of a port's doc comments, and what checks it. */
export type PromiseCoverage = readonly [sentence: string, coverage: Coverage];

export const definition: Coverage = { because: "says what a word or a field means" };
export const callersDuty: Coverage = { because: "binds the caller; the kit's own calls keep it" };

/** The coverage of sentences that only define a word or a field. */
export function definitions(...sentences: readonly string[]): readonly PromiseCoverage[] {
  return sentences.map((sentence) => [sentence, definition]);
}
