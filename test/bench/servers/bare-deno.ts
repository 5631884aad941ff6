import { runtime } from "../../../runtimes/deno/runtime.ts";
import { reportUsage } from "../processes/usage.ts";
import { bareAnswer } from "./bare-answer.ts";

const headers = { "content-type": "application/json" };
const server = runtime().serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
  return new Response(bareAnswer(await request.text()), { headers });
});
reportUsage(`http://127.0.0.1:${server.addr.port}`, () => server.shutdown());
