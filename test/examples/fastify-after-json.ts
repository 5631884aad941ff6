import fastify, { type FastifyReply, type FastifyRequest } from "fastify";
import { toNodeHandler } from "../../runtimes/node/mod.ts";
import { handbill, hostname, mount, port, ready } from "./shared.ts";

const answerAd = toNodeHandler(handbill);
const answer = (request: FastifyRequest, reply: FastifyReply): void => {
  if (!handbill.handles(request.raw.url ?? "/")) {
    reply.callNotFound();
    return;
  }
  reply.hijack();
  answerAd(Object.assign(request.raw, { body: request.body }), reply.raw);
};

const app = fastify();
app.get("/hello", () => "The application's own page.");
app.post("/hello", (request) => ({ parsed: request.body }));
app.register(
  (ads, _options, done) => {
    const parse = ads.getDefaultJsonParser("error", "error");
    ads.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes, parsed) => {
      Object.assign(request.raw, { rawBody: bytes });
      parse(request, bytes.toString(), parsed);
    });
    ads.all("/*", answer);
    // A parser refuses malformed JSON before the route is reached: the handler then answers in its own words.
    ads.setErrorHandler((_error, request, reply) => answer(request, reply));
    done();
  },
  { prefix: mount },
);

ready(await app.listen({ port, host: hostname }));
