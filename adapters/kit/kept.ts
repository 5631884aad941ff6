/** `make` with its answers kept by their text. Forgets them all when there are `most` of them. */
export function kept<T>(make: (text: string) => T, most = 1_000): (text: string) => T {
  const answers = new Map<string, T>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined) return known;
    if (answers.size === most) answers.clear();
    const made = make(text);
    answers.set(text, made);
    return made;
  };
}
