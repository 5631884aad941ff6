// The open-loop generator: a process of its own, so that it sends on time whatever the server does.
import { sourceOf } from "../load/sources.ts";
import { answerLines, say } from "../processes/lines.ts";
import { type OpenLoopJob, runOpenLoop } from "./open-loop.ts";

const source = sourceOf({ kind: "ads" });
answerLines(async (question) => {
  if (!isJob(question)) throw new TypeError("A question of the open-loop generator is {openLoop}.");
  return runOpenLoop(question.openLoop, source.next);
});
say({ ready: true });

function isJob(value: unknown): value is { readonly openLoop: OpenLoopJob } {
  return typeof value === "object" && value !== null && "openLoop" in value;
}
