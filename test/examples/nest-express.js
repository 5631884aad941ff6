import { NestFactory } from "@nestjs/core";
import { toNodeHandler } from "../../runtimes/node/mod.ts";
import { App } from "./nest-hello.js";
import { handbill, hostname, port, ready } from "./shared.ts";

const app = await NestFactory.create(App, { logger: false });
// Nest adds its body parser later, so the body has not been read yet.
app.use(toNodeHandler(handbill));
await app.listen(port, hostname);
ready(await app.getUrl());
