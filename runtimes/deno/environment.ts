import { runtime } from "./runtime.ts";

/** Reads one environment variable when called (`--allow-env=HANDBILL_SECRET,…`). For `HandbillOptions.env`. */
export function environment(name: string): string | undefined {
  return runtime().env.get(name);
}
