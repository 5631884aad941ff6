import process from "node:process";
import { createInterface } from "node:readline";

/** The child's side of the talk with {@link startProcess}: a JSON line on stdin, its answer as one on stdout. */
export function answerLines(answer: (question: unknown) => Promise<object>): void {
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => {
    answer(JSON.parse(line)).then(say, (error: unknown) => {
      say({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    });
  });
}

/** One line on stdout, where nothing else may write. */
export function say(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
