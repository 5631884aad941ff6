import { StoreUnavailable } from "../kit/errors.ts";

/** The methods of a client of Upstash Redis that the adapter calls; `Redis` of the npm package @upstash/redis has them. */
export interface UpstashRedis {
  /** Runs a script by the SHA-1 of its text; rejects with `NOSCRIPT` when Redis does not have it. */
  evalsha(digest: string, keys: string[], args: string[]): Promise<unknown>;
  /** Runs a script by its text. */
  eval(script: string, keys: string[], args: string[]): Promise<unknown>;
}

/** Where a database is reached, as Upstash's console shows it. */
export interface UpstashAddress {
  /** UPSTASH_REDIS_REST_URL. */
  readonly url: string;
  /** UPSTASH_REDIS_REST_TOKEN; the read-only one will not do. */
  readonly token: string;
  /** Further headers of each command, read when it is sent. `openTelemetryTracing().headers` passes the trace on. Default: none. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined;
}

interface ClientOptions extends UpstashAddress {
  readonly timeoutMs: number;
  /** How often a command is sent again after a network failure. */
  readonly retries: number;
}

const retryAfterMs = 50;

/** A client of @upstash/redis as this adapter wants it. Rejects when the npm package is not installed. */
export async function openClient(options: ClientOptions): Promise<UpstashRedis> {
  const { url, token, headers, timeoutMs, retries } = options;
  const { Redis } = await importClient();
  class RedisWithHeaders extends Redis {
    constructor() {
      super({
        url,
        token,
        // By default "123", "true" and "null" would come back as other things than they are.
        automaticDeserialization: false,
        enableTelemetry: false,
        // `retry: false` of 1.39 still tries twice.
        retry: { retries, backoff: () => retryAfterMs },
        // A plain AbortSignal makes 1.39 fulfil the call with nothing; a function makes it reject. One signal for all tries.
        signal: () => AbortSignal.timeout(timeoutMs),
      });
      if (headers === undefined) return;
      // 1.39 has no option for headers that change.
      const { client } = this;
      this.client = {
        request: <T>(command: Parameters<typeof client.request>[0]) =>
          client.request<T>({ ...command, headers: { ...command.headers, ...headers() } }),
      };
    }
  }
  return new RedisWithHeaders();
}

async function importClient(): Promise<typeof import("@upstash/redis")> {
  try {
    return await import("@upstash/redis");
  } catch (cause) {
    throw new StoreUnavailable(
      "The package @upstash/redis cannot be loaded. Run: npm install @upstash/redis",
      {
        cause,
      },
    );
  }
}
