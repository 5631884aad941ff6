/**
 * The test files that have a process of their own. The others share a process for each worker, which spares starting one and
 * importing the sources for each file; `process-as-before.ts` checks that each file leaves the process as it was.
 */
export const ownProcess: readonly string[] = [
  // Chromium: a library of Playwright adds globals.
  "test/browser/*.test.ts",
  "test/**/*.browser.test.ts",
  // The AI SDK's schema library adds globals.
  "test/server-client/append-ad.test.ts",
  // npm, podman and systemd: minutes that importing has no part in.
  "test/{deploy,packaging}/*.test.ts",
  "test/management/clients/*.test.ts",
  // Counts timers, and a server of another file may have one.
  "test/core/upkeep.test.ts",
  // Listens to what would end the process.
  "test/core/pipeline/host-callback.test.ts",
  // Replace a module, which must not be loaded before.
  "test/core/topics/ascii.test.ts",
  "test/management/topic-training.test.ts",
];
