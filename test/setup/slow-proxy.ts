import { connect, createServer, type Socket } from "node:net";

/** A TCP proxy on 127.0.0.1 that can be told to be a bad network. */
export interface SlowProxy {
  readonly port: number;
  /** From now on answers arrive this many milliseconds late. */
  readonly delayAnswers: (ms: number) => void;
  /** The next answer of PostgreSQL that has a row ends with its first row, and so does the connection. */
  readonly cutNextAnswer: () => void;
  /** From now on open connections carry nothing more, without an error; new ones are not affected. */
  readonly freeze: () => void;
  /** Connections opened so far. */
  readonly opened: () => number;
  /** Round trips so far, those that open a connection too: how often a client spoke after the server had. */
  readonly turns: () => number;
  readonly close: () => Promise<void>;
}

export async function startSlowProxy(targetPort: number): Promise<SlowProxy> {
  const links = new Set<{ readonly near: Socket; readonly far: Socket; frozen: boolean }>();
  let delayMs = 0;
  let opened = 0;
  let turns = 0;
  let cuts = false;
  const server = createServer((near) => {
    opened += 1;
    const far = connect(targetPort, "127.0.0.1");
    const link = { near, far, frozen: false };
    links.add(link);
    let isAnswered = true;
    near.on("data", (chunk) => {
      if (isAnswered) turns += 1;
      isAnswered = false;
      if (!link.frozen) far.write(chunk);
    });
    far.on("data", (chunk) => {
      isAnswered = true;
      const rowEnd = cuts ? endOfFirstRow(chunk) : undefined;
      if (rowEnd !== undefined) {
        cuts = false;
        near.end(chunk.subarray(0, rowEnd));
        return;
      }
      const deliver = (): void => {
        if (!link.frozen && !near.destroyed) near.write(chunk);
      };
      if (delayMs > 0) setTimeout(deliver, delayMs).unref();
      else deliver();
    });
    const end = (): void => {
      links.delete(link);
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      socket.on("error", end);
      socket.on("close", () => {
        if (!link.frozen) end();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    delayAnswers: (ms) => {
      delayMs = ms;
    },
    cutNextAnswer: () => {
      cuts = true;
    },
    freeze: () => {
      for (const link of links) link.frozen = true;
    },
    opened: () => opened,
    turns: () => turns,
    close: async () => {
      for (const { near, far } of links) {
        near.destroy();
        far.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const dataRow = "D".charCodeAt(0);

/** A message is a letter and a length of four bytes, which counts itself, and what it says. */
function endOfFirstRow(messages: Buffer): number | undefined {
  for (let at = 0; at + 5 <= messages.length; ) {
    const end = at + 1 + messages.readUInt32BE(at + 1);
    if (messages[at] === dataRow) return end;
    at = end;
  }
  return undefined;
}
