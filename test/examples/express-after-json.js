import express from "express";
import { toNodeHandler } from "../../runtimes/node/mod.ts";
import { handbill, hostname, mount, port, ready } from "./shared.ts";

const answerAd = toNodeHandler(handbill);
const keepBytes = (request, _response, bytes) => {
  request.rawBody = bytes;
};

const app = express();
// Without `verify` the body of an ad request is rebuilt from the parsed object. Its bytes differ, which has no effect.
app.use(express.json({ verify: keepBytes }));
app.get("/hello", (_request, response) => response.send("The application's own page."));
app.post("/hello", (request, response) => response.json({ parsed: request.body }));
app.use(mount, answerAd);
// The parser refuses malformed JSON before the handler is reached: the handler then answers in its own words.
app.use(mount, (error, request, response, next) => {
  request.body ??= error.body;
  answerAd(request, response, () => next(error));
});

const server = app.listen(port, hostname, () => ready(`http://${hostname}:${server.address().port}`));
