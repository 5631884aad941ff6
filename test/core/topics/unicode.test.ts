import { expect, it } from "vitest";
import { fold } from "../../../core/topics/fold.ts";
import { separator, unicode } from "../../../core/topics/unicode.ts";
import { classByRule, foldByRule, isAssigned } from "./unicode-rules.ts";

/** Every character that this runtime's Unicode and the pinned one both know. */
function* sharedCharacters(): Generator<string> {
  const { classes } = unicode();
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    // A newer runtime knows letters that the table takes for separators.
    const isNewer = classes[code] === separator && classByRule(character) !== separator;
    if (isAssigned(character) && !isNewer) yield character;
  }
}

it("the pinned table knows all letters, digits and marks of Unicode 16, and folds every character by the rules", () => {
  const { classes } = unicode();
  const wrongClass: string[] = [];
  const wrongFold: string[] = [];
  let letters = 0;
  for (const character of sharedCharacters()) {
    const code = character.codePointAt(0) ?? 0;
    if (classes[code] !== separator) letters++;
    if (classes[code] !== classByRule(character)) wrongClass.push(code.toString(16));
    if (fold(character) !== foldByRule(character)) wrongFold.push(code.toString(16));
  }
  expect(wrongClass).toEqual([]);
  expect(wrongFold).toEqual([]);
  // A table that lost a script would have fewer.
  expect(letters).toBeGreaterThan(144_000);
});
