import { bodyParser } from "@koa/bodyparser";
import Koa from "koa";
import { toNodeHandler } from "../../runtimes/node/mod.ts";
import { handbill, hostname, port, ready } from "./shared.ts";

const answerAd = toNodeHandler(handbill);
const app = new Koa();
app.use((context, next) => {
  if (!handbill.handles(context.url)) return next();
  context.respond = false;
  answerAd(context.req, context.res);
});
app.use(bodyParser());
app.use((context) => {
  if (context.path !== "/hello") return;
  context.body = context.method === "POST" ? { parsed: context.request.body } : "The application's own page.";
});

const server = app.listen(port, hostname, () => ready(`http://${hostname}:${server.address().port}`));
