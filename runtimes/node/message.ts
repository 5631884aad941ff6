/**
 * The members of node:http's IncomingMessage that are read, and what frameworks add to it, so that published
 * types need no `@types/node`.
 */
export interface NodeRequest {
  /** The method, in upper case. */
  readonly method?: string | undefined;
  /** Path and query. */
  readonly url?: string | undefined;
  /** Express: `url` before a mount path was taken off. */
  readonly originalUrl?: string | undefined;
  /** The headers, by lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Names and values in turn, as they came. */
  readonly rawHeaders?: readonly string[] | undefined;
  /** The connection of the message. */
  readonly socket: NodeSocket;
  /** The message has come in whole. */
  readonly complete: boolean;
  /** True after a reader has taken data from the stream. */
  readonly readableDidRead: boolean;
  /** The stream has emitted its last data. */
  readonly readableEnded: boolean;
  /** The stream is closed. */
  readonly destroyed: boolean;
  /** The result of a body parser; used only if the stream was read before. */
  readonly body?: unknown;
  /** The bytes that a body parser has read, where it keeps them; preferred to `body`. */
  readonly rawBody?: unknown;
  /** Adds a listener. */
  on(event: string, listener: (chunk: Uint8Array) => void): unknown;
  /** Removes a listener. */
  off(event: string, listener: (chunk: Uint8Array) => void): unknown;
  /** Stops the flow of data. */
  pause(): unknown;
  /** Starts the flow of data. */
  resume(): unknown;
}

/** The members of a connection that are used; a stand-in for one may lack them. */
export interface NodeSocket {
  /** The address of the peer. */
  readonly remoteAddress?: string | undefined;
  /** Adds a listener. */
  on?(event: string, listener: () => void): unknown;
  /** Emits an event. */
  emit?(event: string): unknown;
  /** Stops reading. */
  pause?(): unknown;
  /** Starts reading. */
  resume?(): unknown;
  /** Closes the connection. */
  destroy?(): unknown;
}

/** The members of node:http's ServerResponse that are used. */
export interface NodeResponse {
  /** The stream is closed. */
  readonly destroyed: boolean;
  /** `null` while an earlier request of the connection has not been answered. */
  readonly socket?: object | null | undefined;
  /** All of it has been handed to the operating system. */
  readonly writableFinished: boolean;
  /** Adds a listener for the next such event. */
  once(event: string, listener: () => void): unknown;
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  /** Names and values in turn. */
  writeHead(status: number, headers: string[]): unknown;
  /** Sends a part of the body. */
  write(chunk: string | Uint8Array): unknown;
  /** Sends the rest of the body and ends the answer. */
  end(chunk?: string | Uint8Array): unknown;
  end(chunk: string, encoding: "latin1" | "utf8"): unknown;
  /** Closes the connection. */
  destroy(): unknown;
}
