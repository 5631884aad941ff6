import { Buffer } from "node:buffer";
import { createServer } from "node:http";
import process from "node:process";
import { reportUsage } from "../processes/usage.ts";

/** The least that a server can do to refuse: it reads no body and answers 503 with the bytes of the real refusal. */
const body = process.env["BENCH_ANSWER"] ?? "";
const length = Buffer.byteLength(body);
const server = createServer((_request, response) => {
  response.writeHead(503, {
    "cache-control": "no-store",
    "content-type": "application/problem+json",
    "content-length": length,
    "retry-after": "1",
  });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  reportUsage(`http://127.0.0.1:${port}`, async () => server.closeAllConnections());
});
