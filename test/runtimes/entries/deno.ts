import process from "node:process";
import { environment, serve } from "../../../runtimes/deno/mod.ts";
import { openApp } from "../app.ts";
import { ready } from "./ready.ts";

const server = await serve(await openApp(environment), { port: 0, maintainEveryMs: 50 });
process.once("SIGTERM", () => server.close());
ready(server.url);
