// Calls the example as AWS Lambda does for a function URL: an event for each request, text as it is and all else in Base64.
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { handler, type LambdaEvent } from "../examples/lambda.ts";
import { ready } from "./entries/ready.ts";

const isText = /^(?:text\/|application\/(?:json|javascript|xml)\b)/;

async function eventOf(request: IncomingMessage): Promise<LambdaEvent> {
  const [rawPath = "/", rawQueryString = ""] = (request.url ?? "/").split("?", 2);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  const bytes = await buffer(request);
  const isBase64Encoded = bytes.length > 0 && !isText.test(request.headers["content-type"] ?? "");
  return {
    rawPath,
    rawQueryString,
    headers: Object.fromEntries(headers),
    ...(bytes.length > 0 && { body: bytes.toString(isBase64Encoded ? "base64" : "utf8") }),
    isBase64Encoded,
    requestContext: {
      http: { method: request.method ?? "GET", sourceIp: request.socket.remoteAddress ?? "" },
    },
  };
}

const server = createServer(async (request, response) => {
  const result = await handler(await eventOf(request));
  response.writeHead(result.statusCode, result.headers).end(result.body);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) ready(`http://127.0.0.1:${address.port}`);
});
