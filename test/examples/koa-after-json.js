import { bodyParser } from "@koa/bodyparser";
import Koa from "koa";
import { toNodeHandler } from "../../runtimes/node/mod.ts";
import { handbill, hostname, port, ready } from "./shared.ts";

const answerAd = toNodeHandler(handbill);
const app = new Koa();
// The parser refuses malformed JSON: the handler then answers in its own words.
app.use(bodyParser({ onError: (error, { request }) => Object.assign(request, { rawBody: error.body }) }));
app.use((context, next) => {
  if (!handbill.handles(context.url)) return next();
  context.respond = false;
  const { body, rawBody } = context.request;
  answerAd(Object.assign(context.req, { body, rawBody }), context.res);
});
app.use((context) => {
  if (context.path !== "/hello") return;
  context.body = context.method === "POST" ? { parsed: context.request.body } : "The application's own page.";
});

const server = app.listen(port, hostname, () => ready(`http://${hostname}:${server.address().port}`));
