import { environment } from "../../../runtimes/node/mod.ts";
import { openApp } from "../../runtimes/app.ts";

// Made by the first request, not while Next builds; one for all routes, each of which is a bundle of its own.
function handbill() {
  globalThis.handbill ??= openApp(environment, undefined, true);
  return globalThis.handbill;
}

/** Next shows no address: HANDBILL_TRUST_PROXY says how many proxies in front append it to X-Forwarded-For. */
async function answer(request) {
  return (await handbill()).fetch(request);
}

export {
  answer as DELETE,
  answer as GET,
  answer as HEAD,
  answer as OPTIONS,
  answer as PATCH,
  answer as POST,
  answer as PUT,
};
