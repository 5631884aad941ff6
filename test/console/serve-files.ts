/**
 * A server with the console's files and the script for sites, on the runtime that runs this file: through its own server, or
 * with the argument `node` through node:http, as the command line serves on every runtime.
 */

import process from "node:process";
import { createMemoryStore } from "../../adapters/memory/mod.ts";
import { createHandbill } from "../../core/handbill.ts";
import { createManagement } from "../../core/management/management.ts";
import { withManagement } from "../../core/management/with-management.ts";
import { readRequest, writeResponse } from "../../core/pipeline/web-standard.ts";
import { createConsole } from "../../runtimes/console/console.ts";
import { withScript } from "../../runtimes/demo/script-route.ts";
import { ready } from "../runtimes/entries/ready.ts";

const own = "Bun" in globalThis ? "bun" : "Deno" in globalThis ? "deno" : "node";
const { serve } = await {
  node: () => import("../../runtimes/node/mod.ts"),
  bun: () => import("../../runtimes/bun/mod.ts"),
  deno: () => import("../../runtimes/deno/mod.ts"),
}[process.argv[2] === "node" ? "node" : own]();

const settings = {
  store: createMemoryStore(),
  baseUrl: "https://ads.example",
  secrets: ["a secret for the tests of files that are served"],
};
const management = createManagement({ ...settings, console: createConsole() });
const site = withScript(withManagement(createHandbill(settings), management));
const server = await serve(
  {
    ...site,
    fetch: async (request, connection) => writeResponse(await site.answer(readRequest(request, connection))),
  },
  { port: 0 },
);
process.once("SIGTERM", () => server.close());
ready(server.url);
