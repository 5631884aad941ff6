/** Letters that Unicode does not take apart, and alphabets that people write in Latin letters: `from` in the order of `to`. */
const letters: ReadonlyMap<string, string> = new Map(
  [
    ["äöüßæøåœðþđłıħŋ", "ae oe ue ss ae o a oe d th d l i h n"],
    [
      "абвгдежзийклмнопрстуфхцчшщъыьэюяґєії",
      "a b v g d e zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya g ye i yi",
    ],
    ["αβγδεζηθικλμνξοπρσςτυφχψω", "a v g d e z i th i k l m n x o p r s s t y f ch ps o"],
  ].flatMap(([from = "", to = ""]) => {
    const latin = to.split(" ").map((letter) => (letter === "-" ? "" : letter));
    return [...from].map((letter, index) => [letter, latin[index] ?? ""] as const);
  }),
);
const maxLength = 48;
const tries = 20;

/** An id from a name: `Größe 1` → `groesse-1`. A name without such letters gives `otherwise`. */
export function slugOf(name: string, otherwise: string): string {
  const latin = [...name.normalize("NFC").toLowerCase()]
    .map((letter) => letters.get(letter) ?? letter.normalize("NFKD"))
    .map((letter) => [...letter].map((part) => letters.get(part) ?? part).join(""));
  const slug = latin
    .join("")
    .replace(/\p{M}+/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxLength)
    .replace(/^-|-$/g, "");
  return slug || otherwise;
}

/** Ids to try until one is free. The last one has the time. */
export function proposals(id: string, now: number): readonly string[] {
  const numbered = Array.from({ length: tries - 1 }, (_, index) => `${id}-${index + 2}`);
  return [id, ...numbered, `${id}-${now.toString(36)}`];
}
