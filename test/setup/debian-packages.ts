import { ensureDebianPackages } from "./debian.ts";

/** Vitest calls it once, before any test: what the tests need and npm does not have. */
export function setup(): void {
  ensureDebianPackages([
    "postgresql-15",
    "pgbouncer",
    "redis-server",
    "mariadb-server",
    "chromium",
    "nginx-light",
    // For the units: systemd-analyze, and a machine that boots.
    "systemd",
    "systemd-container",
    // For the container recipe.
    "podman",
    // Its dashboard and alerts.
    "prometheus",
    "runc",
  ]);
}
