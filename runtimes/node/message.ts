/**
 * The members of node:http's IncomingMessage that are read, and what frameworks add to it, so that published
 * types need no `@types/node`.
 */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** Express: `url` before a mount path was taken off. */
  readonly originalUrl?: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values in turn, as they came. */
  readonly rawHeaders?: readonly string[] | undefined;
  readonly socket: NodeSocket;
  /** The message has come in whole. */
  readonly complete: boolean;
  /** Somebody has taken data from the stream. */
  readonly readableDidRead: boolean;
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
  /** What a body parser made of the body; looked at only when the stream was read before. */
  readonly body?: unknown;
  /** The bytes that a body parser has read, where it keeps them; preferred to `body`. */
  readonly rawBody?: unknown;
  on(event: string, listener: (chunk: Uint8Array) => void): unknown;
  off(event: string, listener: (chunk: Uint8Array) => void): unknown;
  pause(): unknown;
  resume(): unknown;
}

/** The members of a connection that are used; a stand-in for one may lack them. */
export interface NodeSocket {
  readonly remoteAddress?: string | undefined;
  on?(event: string, listener: () => void): unknown;
  emit?(event: string): unknown;
  pause?(): unknown;
  resume?(): unknown;
  destroy?(): unknown;
}

/** The members of node:http's ServerResponse that are used. */
export interface NodeResponse {
  readonly destroyed: boolean;
  /** `null` while an earlier request of the connection has not been answered. */
  readonly socket?: object | null | undefined;
  /** All of it has been handed to the operating system. */
  readonly writableFinished: boolean;
  once(event: string, listener: () => void): unknown;
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  /** Names and values in turn. */
  writeHead(status: number, headers: string[]): unknown;
  write(chunk: string | Uint8Array): unknown;
  end(chunk?: string | Uint8Array): unknown;
  end(chunk: string, encoding: "latin1" | "utf8"): unknown;
  destroy(): unknown;
}
