import process from "node:process";

/** Reads one environment variable when called. For `HandbillOptions.env`. */
export function environment(name: string): string | undefined {
  return process.env[name];
}
