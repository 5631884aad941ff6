import { StoreUnavailable } from "../kit/errors.ts";
import type { UpstashRedis } from "./client.ts";
import { isUnknownScript, toStoreError } from "./errors.ts";
import type { Script } from "./scripts/script.ts";

/** A script's reply: the fields of its first line, and the lines after it. */
export interface Reply {
  readonly head: readonly string[];
  readonly lines: readonly string[];
}

/** Runs a script, and rejects with `StoreDataError` or `StoreUnavailable`. */
export type RunScript = (script: Script, keys: readonly string[], args: readonly string[]) => Promise<Reply>;

/** Runs scripts by their digest; their text is sent only to a server that does not know it. */
export function scriptRunner(connect: () => Promise<UpstashRedis>): RunScript {
  const digests = new Map<Script, Promise<string>>();
  return async (script, keys, args) => {
    try {
      const digest = digests.get(script) ?? sha1(script.source);
      digests.set(script, digest);
      const [sha, redis] = await Promise.all([digest, connect()]);
      return parse(script, await call(redis, sha, script.source, [...keys], [...args]));
    } catch (error) {
      throw toStoreError(error);
    }
  };
}

async function call(
  redis: UpstashRedis,
  sha: string,
  source: string,
  keys: string[],
  args: string[],
): Promise<unknown> {
  try {
    return await redis.evalsha(sha, keys, args);
  } catch (error) {
    if (!isUnknownScript(error)) throw error;
    return redis.eval(source, keys, args);
  }
}

function parse({ name }: Script, reply: unknown): Reply {
  // A client that gives up may fulfil its call with null: nothing may be taken for an answer but a script's own.
  if (typeof reply !== "string" || reply === "") {
    throw new StoreUnavailable(
      `${name}: Redis gave no answer (timeout?). Give the client a \`signal\` function.`,
    );
  }
  const [head = "", ...lines] = reply.split("\n");
  return { head: head.split("\t"), lines };
}

async function sha1(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
