import { runtime } from "./runtime.ts";

/** Reads one environment variable when called. For `HandbillOptions.env`. */
export function environment(name: string): string | undefined {
  return runtime().env[name];
}
