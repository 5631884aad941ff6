import { serve } from "../../../runtimes/node/mod.ts";
import { watchRefusals } from "../processes/refusal-times.ts";
import { reportUsage } from "../processes/usage.ts";
import { openHandbill } from "./open-handbill.ts";

const server = await serve(await openHandbill(), { port: 0 });
reportUsage(server.url, server.close, watchRefusals());
