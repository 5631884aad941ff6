/// <reference lib="deno.ns" />
import type { DenoRuntime } from "../../../runtimes/deno/runtime.ts";

// The real global has to be what the Deno entry declares of it.
export const real: DenoRuntime = Deno;
