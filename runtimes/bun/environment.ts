import { runtime } from "./runtime.ts";

/** Reads one environment variable when called. Pass it as `env` to `createHandbill`. */
export function environment(name: string): string | undefined {
  return runtime().env[name];
}
