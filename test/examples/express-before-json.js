import express from "express";
import { toNodeHandler } from "../../runtimes/node/mod.ts";
import { handbill, hostname, mount, port, ready } from "./shared.ts";

const app = express();
app.use(mount, toNodeHandler(handbill));
app.use(express.json());
app.get("/hello", (_request, response) => response.send("The application's own page."));
app.post("/hello", (request, response) => response.json({ parsed: request.body }));

const server = app.listen(port, hostname, () => ready(`http://${hostname}:${server.address().port}`));
