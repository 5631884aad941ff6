import fastify from "fastify";
import { toNodeHandler } from "../../runtimes/node/mod.ts";
import { handbill, hostname, mount, port, ready } from "./shared.ts";

const answerAd = toNodeHandler(handbill);
const app = fastify();
app.get("/hello", () => "The application's own page.");
app.post("/hello", (request) => ({ parsed: request.body }));
// The first hook, so the body has not been read yet.
app.addHook("onRequest", (request, reply, done) => {
  if (!request.raw.url?.startsWith(mount)) return done();
  if (!handbill.handles(request.raw.url)) return done();
  reply.hijack();
  answerAd(request.raw, reply.raw);
});

ready(await app.listen({ port, host: hostname }));
