// The platform's part of a cold start: loads a function and hands it requests. Prints when what was over, as JSON. Plain JavaScript: reading
// TypeScript would cost both sides a third of their start.
import process from "node:process";
import { pathToFileURL } from "node:url";

const [bundle = "", apiKey = "", platformId = ""] = process.argv.slice(2);
const began = performance.now();
const {
  default: { fetch },
} = await import(pathToFileURL(bundle).href);
const loaded = performance.now();

async function ask() {
  const response = await fetch(
    new Request("https://ads.example/api/v1/web/ads", {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ platform_id: platformId, stable_user_id: "somebody" }),
    }),
  );
  return `${response.status} ${await response.text()}`;
}

const first = await ask();
const answered = performance.now();
process.stdout.write(
  `${JSON.stringify({ answer: first, bootMs: began, loadMs: loaded - began, answerMs: answered - loaded })}\n`,
);
const again = performance.now();
await ask();
process.stdout.write(`${JSON.stringify({ secondMs: performance.now() - again })}\n`, () => process.exit());
