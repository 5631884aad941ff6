// Money in PostgreSQL, rate limits in Upstash Redis: one handbill for all functions of the project.
import { createHandbill } from "handbill";
import { openPostgres } from "handbill/adapters/postgres";
import { openUpstashRateLimiter } from "handbill/adapters/upstash";
import { environment } from "handbill/vercel";

/** Not awaited while loading: a function is one script, and the platform need not wait before it takes the request. */
export const handbill = open();

async function open() {
  // The pooler gives a connection for a transaction at a time; an instance needs few.
  const store = await openPostgres(needed("DATABASE_URL"), { maxConnections: 2, idleTimeoutMs: 10_000 });
  // Without Upstash each instance would count for itself. It is asked once for each batch of requests.
  const limiter = openUpstashRateLimiter({
    url: needed("UPSTASH_REDIS_REST_URL"),
    token: needed("UPSTASH_REDIS_REST_TOKEN"),
  });
  return createHandbill({ store, limiter, env: environment });
}

function needed(name) {
  const value = environment(name);
  if (value) return value;
  throw new Error(`Set ${name} in the project's environment variables and deploy again.`);
}
