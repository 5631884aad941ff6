import { createServer } from "node:http";
import { reportUsage } from "../processes/usage.ts";

// Throws every body away and answers.
const server = createServer((request, response) => {
  request.on("end", () => response.end("{}"));
  request.resume();
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  reportUsage(`http://127.0.0.1:${port}`, async () => server.closeAllConnections());
});
