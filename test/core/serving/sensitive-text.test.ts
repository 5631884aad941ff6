import { expect, it } from "vitest";
import type { Context } from "../../../core/contract/ad-fields.ts";
import {
  createSensitiveFinder,
  messageText,
  rememberPages,
  textsOf,
} from "../../../core/serving/sensitive-text.ts";
import type { SensitiveMatcher } from "../../../core/topics/sensitive/sensitive-matcher.ts";

/** A finder whose matcher finds grief in every text with `grief`, unless that is allowed, and notes each text that it reads. */
function openFinder() {
  const read: string[] = [];
  const subjects: SensitiveMatcher = (text, { allowed, limit }) => {
    read.push(text);
    const isFound = text.includes("grief") && !allowed.includes("grief") && limit > 0;
    return isFound ? [{ subject: "grief", words: ["grief"] }] : [];
  };
  const matchers = { subjects, ofPages: rememberPages(subjects), phrases: () => () => [] };
  return { read, ...createSensitiveFinder(undefined, { matchers }) };
}

const article: Context = { type: "article", title: "About grief", content: "A long text." };
const question: Context = { type: "conversation", question: "Is this grief?" };

it("the texts of a page are read once, those of a person each time", async () => {
  const { find, read } = openFinder();
  for (let visitor = 0; visitor < 3; visitor++) {
    expect(await find(textsOf(article), {}, 5)).toMatchObject([{ subject: "grief" }]);
  }
  expect(read).toEqual(["About grief", "A long text."]);
  for (const personal of [textsOf(question), messageText("A note of grief")]) {
    read.length = 0;
    for (let visitor = 0; visitor < 3; visitor++) await find(personal, {}, 5);
    expect(read).toHaveLength(3);
  }
});

it("what is remembered of a page is told apart by what the platform allows, and by the number that is asked for", async () => {
  const { find } = openFinder();
  for (let visitor = 0; visitor < 2; visitor++) {
    expect(await find(textsOf(article), {}, 1)).toHaveLength(1);
    expect(await find(textsOf(article), { allowedSubjects: ["grief"] }, 1)).toEqual([]);
    expect(await find(textsOf(article), { allowedSubjects: ["grief", "war_disaster"] }, 1)).toEqual([]);
    expect(await find(textsOf(article), {}, 0)).toEqual([]);
  }
});

it("of more pages than are remembered the oldest are read again", async () => {
  const { find, read } = openFinder();
  const visit = (page: number) => find(textsOf({ type: "feed", text: `page ${page}` }), {}, 1);
  for (let page = 0; page < 2_000; page++) await visit(page);
  read.length = 0;
  for (const page of [1_999, 1_998, 0]) await visit(page);
  expect(read).toEqual(["page 0"]);
});
