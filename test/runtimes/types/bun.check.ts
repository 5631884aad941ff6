import type { BunRuntime } from "../../../runtimes/bun/runtime.ts";

// The real global has to be what the Bun entry declares of it.
export const real: BunRuntime = Bun;
