/** The members of the global `Deno` in use. */
export interface DenoRuntime {
  readonly env: { get(name: string): string | undefined };
  serve(options: DenoServeOptions, handler: DenoHandler): DenoServer;
}

export interface DenoServeOptions {
  readonly port: number;
  readonly hostname: string;
  /** Replaces Deno's line on stdout. */
  readonly onListen: () => void;
}

export type DenoHandler = (request: Request, info: DenoConnection) => Promise<Response>;

export interface DenoConnection {
  readonly remoteAddr: { readonly hostname: string };
}

export interface DenoServer {
  readonly addr: { readonly port: number };
  shutdown(): Promise<void>;
}

declare const Deno: DenoRuntime | undefined;

/** Returns the global `Deno`. Throws on another runtime. */
export function runtime(): DenoRuntime {
  if (typeof Deno === "undefined") {
    throw new Error("handbill/deno runs on Deno only. On Node import handbill/node, on Bun handbill/bun.");
  }
  return Deno;
}
