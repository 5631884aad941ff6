import { toNodeHandler } from "../../../../runtimes/node/mod.ts";
import { handbill } from "../../shared.ts";

const answerAd = fromNodeMiddleware(toNodeHandler(handbill));

/** Before the routes, so the body has usually not been read yet. Of a body that was read h3 keeps the bytes. */
export default defineEventHandler(async (event) => {
  const { req } = event.node;
  if (req.readableDidRead) req.rawBody = await readRawBody(event, false);
  return answerAd(event);
});
