export { brokenStores } from "./all-stores.ts";
export type { BrokenStore } from "./broken-store.ts";
export { type Broken, checkGuard } from "./check-guard.ts";
export { checkBrokenStores } from "./check-kit.ts";
export { type BrokenLimiter, brokenLimiters } from "./limiters.ts";
