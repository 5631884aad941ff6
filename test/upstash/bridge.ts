/** The REST API of Upstash Redis in front of a real redis-server, with the faults of a network at will. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { RedisConnection, RedisError, type Value } from "./resp.ts";

/**
 * The fate of one request: it never arrives; its reply is lost; it is done twice; or its reply is held back until the
 * promise is fulfilled.
 */
export type Behaviour = "answer" | "lose request" | "lose reply" | "do twice" | Promise<void>;

export interface Bridge {
  readonly url: string;
  readonly token: string;
  /** Names of the commands that arrived, in their order, of all requests since the last `forget`. */
  readonly commands: readonly string[];
  readonly forget: () => void;
  /** Asked for every request, with its number since this was set. By default all are answered. */
  readonly behave: (how: (n: number) => Behaviour) => void;
  /** Straight to the server, past the REST API. */
  readonly redis: (...command: readonly string[]) => Promise<Value>;
  readonly close: () => Promise<void>;
}

const token = "a-token-of-the-tests";

export async function startBridge(redisPort: number): Promise<Bridge> {
  const connection = new RedisConnection(redisPort);
  const direct = new RedisConnection(redisPort);
  const commands: string[] = [];
  let [how, requests]: [(n: number) => Behaviour, number] = [() => "answer", 0];

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    if (request.headers.authorization !== `Bearer ${token}`) {
      return send(response, 401, { error: "WRONGPASS invalid or missing auth token" });
    }
    requests += 1;
    const behaviour = how(requests);
    if (behaviour === "lose request") return void request.socket.destroy();
    const run = readRequest(request.url ?? "/", body);
    if (run === undefined) return send(response, 400, { error: "ERR failed to parse command" });
    commands.push(...run.commands.map(([name = ""]) => name.toLowerCase()));
    let answer = await run.with(connection);
    if (behaviour === "do twice") answer = await run.with(connection).then(() => answer);
    if (behaviour === "lose reply") return void request.socket.destroy();
    if (behaviour instanceof Promise) await behaviour;
    const isBase64 = request.headers["upstash-encoding"] === "base64";
    const status = "error" in answer ? 400 : 200;
    send(
      response,
      status,
      "list" in answer ? answer.list.map((one) => encode(one, isBase64)) : encode(answer, isBase64),
    );
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      send(response, 503, { error: `ERR ${error instanceof Error ? error.message : String(error)}` });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    token,
    commands,
    forget: () => void commands.splice(0),
    behave: (next) => {
      [how, requests] = [next, 0];
    },
    redis: async (...command) => {
      const [value = null] = await direct.send([command]);
      if (value instanceof RedisError) throw value;
      return value;
    },
    close: async () => {
      connection.close();
      direct.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Answer = { readonly result: Value } | { readonly error: string };
type Answers = { readonly list: readonly Answer[] };

interface Run {
  readonly commands: readonly (readonly string[])[];
  readonly with: (connection: RedisConnection) => Promise<Answer | Answers>;
}

function readRequest(path: string, body: string): Run | undefined {
  const json: unknown = JSON.parse(body);
  if (!Array.isArray(json)) return undefined;
  if (path === "/") {
    const commands = [json.map(String)];
    return { commands, with: async (to) => toAnswer((await to.send(commands))[0] ?? null) };
  }
  const commands = json.map((command: unknown) => (Array.isArray(command) ? command.map(String) : []));
  if (path === "/pipeline") {
    return { commands, with: async (to) => ({ list: (await to.send(commands)).map(toAnswer) }) };
  }
  if (path !== "/multi-exec") return undefined;
  return {
    commands,
    with: async (to) => {
      const replies = await to.send([["MULTI"], ...commands, ["EXEC"]]);
      const results = replies.at(-1) ?? null;
      return Array.isArray(results) ? { list: results.map(toAnswer) } : toAnswer(results);
    },
  };
}

function toAnswer(value: Value): Answer {
  return value instanceof RedisError ? { error: value.message } : { result: value };
}

function encode(answer: Answer, isBase64: boolean): unknown {
  return "error" in answer || !isBase64 ? answer : { result: toBase64(answer.result) };
}

function toBase64(value: Value): unknown {
  if (typeof value === "string") return value === "OK" ? value : Buffer.from(value).toString("base64");
  return Array.isArray(value) ? value.map(toBase64) : value;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString("utf8");
}

function send(response: ServerResponse, status: number, json: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(json));
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
