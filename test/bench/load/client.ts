import { Buffer } from "node:buffer";
import { connect, type Socket } from "node:net";

/** One keep-alive connection. One request at a time: no pipelining. */
export interface Client {
  /** Sends a whole request; `answered` gets the status and the whole body. */
  readonly send: (request: Buffer) => void;
  readonly close: () => void;
}

export type Answered = (status: number, body: Buffer) => void;

/**
 * Header fields and body are parsed as far as measuring needs: the status, a Content-Length, and whether the server
 * closes the connection: Deno 2.8.3 to 2.9.5 does after every body that did not fit its first read (deno#36657).
 */
export async function openClient(
  port: number,
  answered: Answered,
  failed: (error: Error) => void,
): Promise<Client> {
  let socket = listenTo(await open(port));
  let isOver = false;

  function listenTo(opened: Socket): Socket {
    let received: Buffer | undefined;
    opened.on("data", (chunk: Buffer) => {
      received = received === undefined ? chunk : Buffer.concat([received, chunk]);
      const headEnd = received.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const bodyStart = headEnd + 4;
      const head = received.toString("latin1", 0, headEnd);
      const length = contentLength(head);
      if (length === undefined) return failed(new Error("An answer came without Content-Length."));
      if (received.length < bodyStart + length) return;
      const answer = received;
      received = undefined;
      isOver = /\r\nconnection: *close/i.test(head);
      if (isOver) opened.destroy();
      answered(Number(head.slice(9, 12)), answer.subarray(bodyStart, bodyStart + length));
    });
    opened.on("error", failed);
    opened.on("end", () => failed(new Error("The server closed a connection that was to be kept alive.")));
    return opened;
  }

  async function reopen(request: Buffer): Promise<void> {
    socket = listenTo(await open(port));
    isOver = false;
    socket.write(request);
  }

  return {
    send: (request) => {
      if (isOver) reopen(request).catch(failed);
      else socket.write(request);
    },
    close: () => void socket.destroy(),
  };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    socket.once("error", reject);
    socket.once("connect", () => {
      socket.off("error", reject);
      resolve(socket);
    });
  });
}

function contentLength(head: string): number | undefined {
  const match = /\r\ncontent-length: *([0-9]+)/i.exec(head);
  return match === null ? undefined : Number(match[1]);
}
