import { runtime } from "../../../runtimes/bun/runtime.ts";
import { reportUsage } from "../processes/usage.ts";
import { discardBody } from "./discard-body.ts";

const server = runtime().serve({
  port: 0,
  hostname: "127.0.0.1",
  development: false,
  maxRequestBodySize: 8 * 1024 * 1024,
  fetch: discardBody,
});
reportUsage(`http://127.0.0.1:${server.port}`, () => server.stop(true));
