/**
 * The members of the global `Bun` in use. A test checks them against `bun-types`, so that installations need no such
 * package.
 */
export interface BunRuntime {
  readonly env: Readonly<Record<string, string | undefined>>;
  serve(options: BunServeOptions): BunServer;
}

export interface BunServeOptions {
  readonly port: number;
  readonly hostname: string;
  readonly development: false;
  readonly maxRequestBodySize: number;
  readonly fetch: (request: Request, server: BunServer) => Promise<Response>;
}

export interface BunServer {
  readonly port?: number | undefined;
  requestIP(request: Request): { readonly address: string } | null;
  stop(closeActiveConnections?: boolean): Promise<void>;
}

declare const Bun: BunRuntime | undefined;

/** Returns the global `Bun`. Throws on another runtime. */
export function runtime(): BunRuntime {
  if (typeof Bun === "undefined") {
    throw new Error("handbill/bun runs on Bun only. On Node import handbill/node, on Deno handbill/deno.");
  }
  return Bun;
}
