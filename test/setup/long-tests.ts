/**
 * The test files that `npm run test:full` adds to `npm test`: they need programs that npm does not install, or take long. A file that is
 * not here runs in both, with npm's packages alone, for any user, on Linux and macOS; `sizes.test.ts` checks it.
 */
export const longTests: readonly string[] = [
  // Chromium.
  "test/browser/**/*.test.ts",
  "test/**/*.browser.test.ts",
  // nginx, podman, systemd, PgBouncer.
  "test/deploy/**/*.test.ts",
  "test/sqlite/backup.test.ts",
  // Redis.
  "test/upstash/**/*.test.ts",
  "test/cli/{apply-many,audit,upstash}.test.ts",
  "test/ratelimit/key-holders.test.ts",
  // util-linux.
  "test/cli/{console-link,on-a-terminal}.test.ts",
  // PostgreSQL 15, PgBouncer, and servers that are killed. `npm test` runs the kit on PGlite.
  "test/postgres/*.test.ts",
  "test/runtimes/edge/{contract,storm}.test.ts",
  "test/placed/{postgres,two-servers}.test.ts",
  "test/postgres/conformance/{neon,pg-pool,pgbouncer,postgres-15,postgres-18}.test.ts",
  "test/cli/{database-away,postgres}.test.ts",
  "test/faults/{database-stopped,kill-nine,large-statement,roll-out,slow-database,stop-under-load}.test.ts",
  "test/ratelimit/{command-line,conformance,deadlocks,outage}.test.ts",
  // Servers of SQLite and PostgreSQL that are cut off and killed; and half a minute of simulated histories. `npm test` plays some.
  "test/torture/torture.test.ts",
  "test/simulation/histories.test.ts",
  // workerd, several times.
  "test/cloudflare/{conformance,contract,kill-nine,recipes}.test.ts",
  // MariaDB; and PGlite, which takes a minute. `npm test` runs the SQL store on SQLite.
  "test/mariadb/*.test.ts",
  "test/sql-store/pglite.test.ts",
  // Frameworks and Vercel's functions. `npm test` mounts a handbill on Node, Bun and Deno.
  "test/contract/over-sockets/{elysia,express,fastify,hono,next,vercel}.test.ts",
  "test/runtimes/{host-header,hosts,neighbours,nested-json,network-limits,smoke,unread-answers,vercel}.test.ts",
  // A minute of processes, packing and type generation.
  "test/cli/{demo-page,sqlite}.test.ts",
  "test/management/clients/*.test.ts",
  "test/packaging/package.test.ts",
];
