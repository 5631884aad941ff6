import { runtime } from "./runtime.ts";

/**
 * Reads one environment variable when called (`--allow-env=HANDBILL_SECRET,…`). Pass it as `env` to `createHandbill`.
 */
export function environment(name: string): string | undefined {
  return runtime().env.get(name);
}
