import { ensureDebianPackages } from "./debian.ts";

/** Vitest calls it once, before any test: what the tests need and npm does not have. */
export function setup(): void {
  ensureDebianPackages([
    "postgresql-15",
    "pgbouncer",
    "redis-server",
    "chromium",
    "nginx-light",
    // For systemd-analyze, which checks the units.
    "systemd",
  ]);
}
