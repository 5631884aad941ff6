import { environment, serve } from "../../../runtimes/deno/mod.ts";
import { openApp } from "../app.ts";
import { ready } from "./ready.ts";

const drainMs = Number(environment("HANDBILL_TEST_DRAIN_MS") ?? 0);
const server = await serve(await openApp(environment), {
  port: 0,
  maintainEveryMs: 50,
  signals: true,
  drainMs,
});
ready(server.url);
