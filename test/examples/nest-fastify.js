import { NestFactory } from "@nestjs/core";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { toNodeHandler } from "../../runtimes/node/mod.ts";
import { App } from "./nest-hello.js";
import { handbill, hostname, port, ready } from "./shared.ts";

const app = await NestFactory.create(App, new FastifyAdapter(), { logger: false });
// Middleware runs before Fastify reads the body.
app.use(toNodeHandler(handbill));
await app.listen(port, hostname);
ready(await app.getUrl());
