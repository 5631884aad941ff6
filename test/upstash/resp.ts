/** A connection to a redis-server, as much of RESP2 as the bridge needs. */
import { connect, type Socket } from "node:net";

export type Value = string | number | null | RedisError | readonly Value[];

/** An error reply; a value, because one of a transaction leaves the others as they are. */
export class RedisError extends Error {
  override readonly name = "RedisError";
}

interface Parsed {
  readonly value: Value;
  readonly end: number;
}

type Waiting = readonly [resolve: (value: Value) => void, reject: (error: unknown) => void];

/** Commands of one `send` are sent together: a transaction is not mixed with others. */
export class RedisConnection {
  readonly #port: number;
  #socket: Socket | undefined;
  #buffer: Buffer = Buffer.alloc(0);
  #waiting: Waiting[] = [];

  constructor(port: number) {
    this.#port = port;
  }

  send(commands: readonly (readonly string[])[]): Promise<Value[]> {
    const socket = this.#socket ?? this.#open();
    const replies = commands.map(
      () => new Promise<Value>((resolve, reject) => this.#waiting.push([resolve, reject])),
    );
    socket.write(Buffer.concat(commands.map(encode)));
    return Promise.all(replies);
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: "127.0.0.1", noDelay: true });
    const fail = (error: unknown): void => {
      if (this.#socket === socket) this.#socket = undefined;
      this.#buffer = Buffer.alloc(0);
      for (const [, reject] of this.#waiting.splice(0)) reject(error);
    };
    socket.on("error", fail);
    socket.on("close", () => fail(new Error("redis-server closed the connection")));
    socket.on("data", (chunk) => this.#read(chunk));
    this.#socket = socket;
    return socket;
  }

  #read(chunk: Buffer): void {
    this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
    for (;;) {
      const parsed = parse(this.#buffer, 0);
      if (parsed === undefined) return;
      this.#buffer = this.#buffer.subarray(parsed.end);
      this.#waiting.shift()?.[0](parsed.value);
    }
  }
}

function encode(command: readonly string[]): Buffer {
  const parts = command.map((part) => `$${Buffer.byteLength(part)}\r\n${part}\r\n`);
  return Buffer.from(`*${command.length}\r\n${parts.join("")}`);
}

/** One reply, or `undefined` while it has not come whole. */
function parse(buffer: Buffer, start: number): Parsed | undefined {
  const lineEnd = buffer.indexOf("\r\n", start);
  if (lineEnd === -1) return undefined;
  const line = buffer.toString("utf8", start + 1, lineEnd);
  const end = lineEnd + 2;
  switch (String.fromCharCode(buffer[start] ?? 0)) {
    case "+":
      return { value: line, end };
    case "-":
      return { value: new RedisError(line), end };
    case ":":
      return { value: Number(line), end };
    case "$": {
      const length = Number(line);
      if (length < 0) return { value: null, end };
      if (buffer.length < end + length + 2) return undefined;
      return { value: buffer.toString("utf8", end, end + length), end: end + length + 2 };
    }
    case "*":
      return Number(line) < 0 ? { value: null, end } : parseList(buffer, Number(line), end);
    default:
      throw new Error(`redis-server answered with the unknown type ${line}`);
  }
}

function parseList(buffer: Buffer, length: number, start: number): Parsed | undefined {
  const value: Value[] = [];
  let end = start;
  for (let n = 0; n < length; n += 1) {
    const item = parse(buffer, end);
    if (item === undefined) return undefined;
    value.push(item.value);
    end = item.end;
  }
  return { value, end };
}
