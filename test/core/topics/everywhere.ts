// Prints digests of what the topics make of the same input; run by everywhere.test.ts on every runtime.
import { createHash } from "node:crypto";
import process from "node:process";
import { compileTopics } from "../../../core/topics/compile.ts";
import { fold } from "../../../core/topics/fold.ts";
import { unicode } from "../../../core/topics/unicode.ts";
import { questionSets } from "./questions.ts";
import { trained } from "./train.ts";

const folded = createHash("sha256");
for (let code = 0; code <= 0x10ffff; code++) {
  if (code < 0xd800 || code > 0xdfff)
    folded.update(`${unicode().classes[code]}${fold(String.fromCodePoint(code))}`);
}

const models = createHash("sha256");
const answers = createHash("sha256");
for (const { topics, asked } of questionSets) {
  const learned = trained(topics);
  for (const { trained: model = "" } of learned) models.update(model);
  const matcher = compileTopics(learned);
  for (const [question] of asked) answers.update(JSON.stringify(matcher.explain(question)));
}

const runtime = "Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node";
const digests = [folded, models, answers].map((hash) => hash.digest("hex").slice(0, 16));
process.stdout.write(
  JSON.stringify({ runtime, folded: digests[0], models: digests[1], answers: digests[2] }),
);
