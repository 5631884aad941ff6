import { apiPath, findOperation, type Json, type Operation, record, resolve } from "./document.ts";
import { faultsOf } from "./validate.ts";

/** One exchange with the management API, whole. */
export interface Exchange {
  readonly method: string;
  /** The URL, or its path and query. */
  readonly target: string;
  readonly requestHeader: (name: string) => string | undefined;
  readonly requestBody: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Headers that the connection adds to any answer (RFC 9110, RFC 9112). */
const ofTheConnection: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "content-type",
  "date",
  "keep-alive",
  "transfer-encoding",
]);

/** The document declares them once, for every answer. */
const always: ReadonlyMap<string, string> = new Map([
  ["Cache-Control", "no-store"],
  ["X-Content-Type-Options", "nosniff"],
]);

/** The operation of an exchange; `undefined` when it is none of `/api/v1/manage`. */
export function operationOf({
  method,
  target,
}: Pick<Exchange, "method" | "target">): ReturnType<typeof findOperation> | undefined {
  const [path = ""] = target.split(/[?#]/);
  const start = path.lastIndexOf(`${apiPath}/`);
  // The document does not list its own path.
  if (path.endsWith(`${apiPath}/openapi.json`)) return undefined;
  return start < 0 ? undefined : findOperation(method, path.slice(start + apiPath.length));
}

/**
 * Where an exchange differs from `/openapi.json`: an answer whose status, headers, content type or body is not declared, or a
 * request that was done although the document refuses it. Empty for a path that is none of the API's.
 */
export function checkExchange(exchange: Exchange): readonly string[] {
  const operation = operationOf(exchange);
  if (operation === undefined) return [];
  if (operation === "no such path")
    return answerFaults(exchange, ["components", "responses", "NotFound"], 404);
  if (operation === "other method") {
    return answerFaults(exchange, ["components", "responses", "MethodNotAllowed"], 405);
  }
  const isDone = exchange.status < 300;
  return [
    ...answerFaults(exchange, [...operation.pointer, "responses", String(exchange.status)], exchange.status),
    ...(isDone ? requestFaults(exchange, operation) : []),
  ];
}

function answerFaults(exchange: Exchange, pointer: readonly string[], status: number): readonly string[] {
  const response = resolve(pointer);
  if (exchange.status !== status || response.value["description"] === undefined) {
    return [`status ${exchange.status} is not declared`];
  }
  return [...headerFaults(exchange, response.value), ...bodyFaults(exchange, response)];
}

function headerFaults({ headers }: Exchange, response: Json): readonly string[] {
  const declared = new Map(
    Object.keys(record(response["headers"])).map((name) => [name.toLowerCase(), name]),
  );
  const general = new Set([...always.keys()].map((name) => name.toLowerCase()));
  const unknown = [...headers.keys()].filter(
    (name) => !declared.has(name) && !ofTheConnection.has(name) && !general.has(name),
  );
  const missing = [...always].filter(([name, value]) => headers.get(name) !== value);
  const wrong = [...declared.values()].flatMap((name) => {
    const reference = String(record(record(response["headers"])[name])["$ref"]);
    const { value, pointer } = resolve(reference.slice(2).split("/"));
    const sent = headers.get(name);
    if (sent === null) return value["required"] === true ? [`header ${name} is missing`] : [];
    const isNumber = record(value["schema"])["type"] === "integer";
    return faultsOf(isNumber ? Number(sent) : sent, "answer", [...pointer, "schema"]).map(
      (fault) => `header ${name}:${fault}`,
    );
  });
  return [
    ...unknown.map((name) => `header ${name} is not declared`),
    ...missing.map(([name, value]) => `header ${name} is not ${value}`),
    ...wrong,
  ];
}

function bodyFaults(
  { headers, body }: Exchange,
  { pointer, value }: ReturnType<typeof resolve>,
): readonly string[] {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  const content = record(value["content"]);
  if (value["content"] === undefined) {
    return type === "" && body === "" ? [] : [`a body of ${type} is not declared`];
  }
  if (!Object.hasOwn(content, type)) return [`content type ${type} is not declared`];
  const sent: unknown = type.endsWith("json") ? JSON.parse(body) : body;
  return faultsOf(sent, "answer", [...pointer, "content", type, "schema"]).map((fault) => `body${fault}`);
}

function requestFaults(exchange: Exchange, { declared, pointer }: Operation): readonly string[] {
  const { requestBody } = exchange;
  const at = [...pointer, "requestBody", "content", "application/json", "schema"];
  const parameters = Array.isArray(declared["parameters"]) ? declared["parameters"].map(record) : [];
  const missing = parameters.filter(
    (parameter) =>
      parameter["in"] === "header" &&
      exchange.requestHeader(String(parameter["name"]).toLowerCase()) === undefined,
  );
  const shape = declared["requestBody"];
  const mayBeEmpty = shape === undefined || record(shape)["required"] === false;
  const bodyWrong =
    requestBody === "" && mayBeEmpty
      ? []
      : shape === undefined
        ? ["it takes a body, which is not declared"]
        : faultsOf(JSON.parse(requestBody), "request", at);
  return [
    ...missing.map(({ name }) => `it was done without the header ${String(name)}`),
    ...queryFaults(exchange, pointer, parameters),
    ...bodyWrong.map((fault) => `it was done with a body that is declared otherwise:${fault}`),
  ];
}

function queryFaults(
  { target }: Exchange,
  pointer: readonly string[],
  parameters: readonly Json[],
): readonly string[] {
  const query = new URLSearchParams(target.split("?")[1] ?? "");
  return [...query].flatMap(([name, text]) => {
    const index = parameters.findIndex((one) => one["in"] === "query" && one["name"] === name);
    if (index < 0) return [`it was done with ?${name}, which is not declared`];
    const isNumber = record(parameters[index]?.["schema"])["type"] === "integer";
    const at = [...pointer, "parameters", String(index), "schema"];
    return faultsOf(isNumber ? Number(text) : text, "request", at).map(
      (fault) => `it was done with ?${name}:${fault}`,
    );
  });
}
