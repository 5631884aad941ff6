import { once } from "node:events";
import { connect } from "node:net";

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** The answer of a server to raw bytes. */
export async function answerTo(url: string, head: string, body = ""): Promise<Answered> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${head}\r\nConnection: close\r\n\r\n${body}`);
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => {
    text += chunk;
  });
  await once(socket, "close");
  return { status: Number(text.split(" ")[1]), text };
}
