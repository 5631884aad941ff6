import type { ConfigurationResult } from "../configuration.ts";
import { type Environment, setVariables } from "../environment.ts";
import { parseDuration } from "../timing/duration.ts";

export interface StoreTimeoutOptions {
  readonly env?: Environment | undefined;
  /**
   * `HANDBILL_STORE_TIMEOUT`, as `5s` or `800ms`. How long a request waits for the store, from the moment when its
   * body has come; then it is answered 503, and what it wrote may or may not have been stored. Milliseconds, 100 to
   * 60,000. Default 5,000.
   */
  readonly storeTimeoutMs?: number | undefined;
}

export const defaultStoreTimeoutMs = 5_000;

const shortestMs = 100;
const longestMs = 60_000;

/** `undefined` when the setting cannot be read or is out of bounds. */
export function readStoreTimeout({ storeTimeoutMs, env }: StoreTimeoutOptions): number | undefined {
  const setting = setVariables(env)("HANDBILL_STORE_TIMEOUT");
  const ms = storeTimeoutMs ?? (setting === undefined ? defaultStoreTimeoutMs : parseDuration(setting));
  return typeof ms === "number" && ms >= shortestMs && ms <= longestMs ? ms : undefined;
}

/** The configuration, wrong also when the store's timeout is. */
export function withStoreTimeout(
  configuration: ConfigurationResult,
  options: StoreTimeoutOptions,
): ConfigurationResult {
  if (readStoreTimeout(options) !== undefined) return configuration;
  const fault = "HANDBILL_STORE_TIMEOUT must be a time from 100ms to 60s, such as 5s or 800ms.";
  return { ok: false, faults: [...(configuration.ok ? [] : configuration.faults), fault] };
}
