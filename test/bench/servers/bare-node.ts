import { Buffer } from "node:buffer";
import { createServer } from "node:http";
import { reportUsage } from "../processes/usage.ts";
import { bareAnswer } from "./bare-answer.ts";

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = bareAnswer(Buffer.concat(chunks).toString());
    response.writeHead(200, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  reportUsage(`http://127.0.0.1:${port}`, async () => server.closeAllConnections());
});
