import process from "node:process";
import type { Topic } from "../../../core/catalog/topic.ts";
import { compileTopics } from "../../../core/topics/compile.ts";
import { createPrng, type Prng } from "../../conformance/prng.ts";
import { median } from "../median.ts";

/** Characters of the longest question. */
export const longestLength = 4_096;
const rounds = 40;

/** Letters of each script, and the letters of a word. */
const scripts: readonly (readonly [script: string, from: number, to: number, wordLength: number])[] = [
  ["Latin", 0x61, 0x7a, 8],
  ["Cyrillic", 0x430, 0x44f, 8],
  ["Arabic", 0x621, 0x64a, 6],
  ["Devanagari", 0x905, 0x94d, 6],
  ["Thai", 0xe01, 0xe4e, longestLength],
  ["Chinese", 0x4e00, 0x9fff, longestLength],
  ["Japanese", 0x3041, 0x3096, longestLength],
  ["Korean", 0xac00, 0xd7a3, 4],
  ["Chinese beyond the first plane", 0x20000, 0x2a6df, longestLength],
];

/** The median time of a decision on a text of words that nobody wrote before, by script. */
export function measureLongest(
  topics: readonly Topic[],
): readonly { readonly script: string; readonly ms: number }[] {
  const prng = createPrng(longestLength);
  const matcher = compileTopics(topics);
  return scripts.map(([script, from, to, wordLength]) => {
    const times = Array.from({ length: rounds }, () => {
      const text = textOf(prng, from, to, wordLength);
      const started = process.cpuUsage();
      matcher.match(text);
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1e3;
    });
    return { script, ms: median(times) };
  });
}

function textOf(prng: Prng, from: number, to: number, wordLength: number): string {
  let text = "";
  for (let letters = 1; text.length < longestLength; letters++) {
    text += String.fromCodePoint(from + prng.below(to - from + 1));
    if (letters % wordLength === 0) text += " ";
  }
  return text.slice(0, longestLength);
}
