import { runtime } from "../../../runtimes/deno/runtime.ts";
import { reportUsage } from "../processes/usage.ts";
import { discardBody } from "./discard-body.ts";

const server = runtime().serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, discardBody);
reportUsage(`http://127.0.0.1:${server.addr.port}`, () => server.shutdown());
