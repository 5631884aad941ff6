import { NestFactory } from "@nestjs/core";
import express from "express";
import { toNodeHandler } from "../../runtimes/node/mod.ts";
import { App } from "./nest-hello.js";
import { handbill, hostname, port, ready } from "./shared.ts";

const answerAd = toNodeHandler(handbill);
const keepBytes = (request, _response, bytes) => {
  request.rawBody = bytes;
};

const app = await NestFactory.create(App, { logger: false, bodyParser: false });
app.use(express.json({ verify: keepBytes }));
app.use(answerAd);
// The parser refuses malformed JSON before the handler is reached: the handler then answers in its own words.
app.use((error, request, response, next) => {
  request.body ??= error.body;
  answerAd(request, response, () => next(error));
});
await app.listen(port, hostname);
ready(await app.getUrl());
