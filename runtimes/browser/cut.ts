/** A pair of surrogates is not cut in two, because the server refuses halves. */
export function cut(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/\p{Cs}$/u, "");
}
