import process from "node:process";

/** The answer of the bare server: what the real one answered once, so that both write a JSON of the same size. */
const answer: object = JSON.parse(process.env["BENCH_ANSWER"] ?? "{}");

/** Everything that a bare JSON POST server does: parse, look, answer. */
export function bareAnswer(body: string): string {
  const request: unknown = JSON.parse(body);
  if (typeof request !== "object" || request === null) throw new TypeError("Not an object.");
  return JSON.stringify(answer);
}
