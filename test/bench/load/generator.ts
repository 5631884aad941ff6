// The load generator: a process of its own, so that the server's figures are the server's.
import { answerLines, say } from "../processes/lines.ts";
import { type LoadJob, runLoad, type Source } from "./run-load.ts";
import { sourceOf, type Workload } from "./sources.ts";

let source: Source | undefined;

answerLines(async (question) => {
  if (isPreparation(question)) {
    source = sourceOf(question.prepare);
    return { prepared: true };
  }
  if (!isJob(question)) throw new TypeError("A question of the load generator is {prepare} or {run}.");
  if (source === undefined) throw new Error("Prepare a workload before a run.");
  return runLoad(question.run, source);
});
say({ ready: true });

function isPreparation(value: unknown): value is { readonly prepare: Workload } {
  return typeof value === "object" && value !== null && "prepare" in value;
}

function isJob(value: unknown): value is { readonly run: LoadJob } {
  return typeof value === "object" && value !== null && "run" in value;
}
