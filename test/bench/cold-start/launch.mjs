// The platform's part of a cold start: loads a function and hands it the requests of its HTTP server. Prints its port, then, when the
// first request was answered, when what was over. Plain JavaScript: reading TypeScript would cost both sides a third of their start.
import { createServer } from "node:http";
import process from "node:process";
import { pathToFileURL } from "node:url";

const [bundle = ""] = process.argv.slice(2);
const began = performance.now();
const {
  default: { fetch },
} = await import(pathToFileURL(bundle).href);
const loaded = performance.now();

async function answer(incoming, outgoing) {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method, headers, url } = incoming;
  const request = new Request(`https://ads.example${url}`, { method, headers, body: Buffer.concat(chunks) });
  const response = await fetch(request);
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(body);
}

let answered = false;
const server = createServer((incoming, outgoing) => {
  const arrived = performance.now();
  answer(incoming, outgoing).then(() => {
    if (answered) return;
    answered = true;
    const [waitMs, answerMs] = [arrived - loaded, performance.now() - arrived];
    process.stdout.write(`${JSON.stringify({ bootMs: began, loadMs: loaded - began, waitMs, answerMs })}\n`);
  });
});
server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
