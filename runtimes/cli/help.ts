/** Printed below the list of commands: the environment variables, the streams and the exit codes. */
export const help = `
Where the data lies:
  HANDBILL_STORE  postgres (the default with DATABASE_URL), embedded (without), sqlite:FILE, pglite, or upstash
  DATABASE_URL    a PostgreSQL server, postgres://user:password@host/database
  HANDBILL_PREPARED_STATEMENTS=off   for a pooler in transaction mode that does not know them (else it is noticed by itself)
  HANDBILL_DATA   the directory of the embedded database: SQLite, or PGlite where one lies (one process at a time)
  UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN   a Redis of Upstash
  HANDBILL_DELIVERIES_KEPT_DAYS   days after which deliveries are dropped (default: 90, on Upstash 30)
  HANDBILL_COUNTS_KEPT_DAYS       days after which statistics are dropped (default: 400)

More for \`start\`, from the environment only:
  HANDBILL_SECRET           signing secrets, separated by commas: the first signs, all verify; \`handbill secret\` makes one
  HANDBILL_IDENTITY_SECRET  hashes identities (default: the last of the secrets); set it before the secrets change
  HANDBILL_DISCLOSURE_URL   page on who advertises, for creatives without one
  HANDBILL_TRUST_PROXY      number of proxies in front that append to X-Forwarded-For
  HANDBILL_LIMIT_…          rate limits, such as 60/1m, or false
  HANDBILL_RATE_LIMITER     memory (each instance counts for itself, the default), postgres or upstash (shared)
  HANDBILL_STORE_TIMEOUT    how long a request waits for the store (default: 5s)
  HANDBILL_OPERATOR_TOKEN   opens the management API below /api/v1/manage; without it there is none
  HANDBILL_LEAST_PRICE_MICROS   the least price of an impression that an advertiser may set (default: 1)
  HANDBILL_CONSOLE=on       pages for people at /console; \`handbill console link\` opens them once
  HANDBILL_PRIVATE_WEBHOOKS=on   webhooks may lead to private addresses
  HANDBILL_LOCAL_URLS=on    for development: creatives may lead to local and private hosts (also for \`apply\`)
  NODE_ENV=production       no demo: base URL and secret must be set

Data goes to stdout, talk to stderr, without colours (NO_COLOR changes nothing).
Exit codes: 0 done, 1 failed, 2 wrong usage or invalid input.`;
