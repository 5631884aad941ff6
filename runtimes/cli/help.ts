/** Printed below the list of commands: the environment variables, the streams and the exit codes. */
export const help = `
Where the data is stored:
  HANDBILL_STORE  postgres (the default with DATABASE_URL), embedded (without), sqlite:FILE, pglite, upstash, or ./FILE.js,
                  a module of yours: \`export default function open(env)\` returns the store
  DATABASE_URL    a PostgreSQL server, postgres://user:password@host/database
  HANDBILL_PREPARED_STATEMENTS=off   for a pooler in transaction mode without prepared statements (otherwise detected automatically)
  HANDBILL_DATA   the directory of the stores embedded (SQLite) and pglite (default: .handbill/data; one process at a time)
  UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN   a Redis of Upstash
  HANDBILL_DELIVERIES_KEPT_DAYS   days after which deliveries are deleted (default: 90, on Upstash 30)
  HANDBILL_COUNTS_KEPT_DAYS       days after which statistics are deleted (default: 400)
  HANDBILL_NETWORKS_KEPT_DAYS     days after which the network of a delivery is forgotten, 7 to 30 (default: 30); 0: none is stored
  HANDBILL_KEEP_UNTIL_EXPORTED=on   deliveries are also kept until \`handbill export --format\` has them
  HANDBILL_REPORTS_FROM   the address of a standby of DATABASE_URL that reports are read from

Beside a running server (only one process at a time can open an embedded store), for every command that reads or changes data:
  HANDBILL_SERVER   the base URL of the server, such as http://localhost:8787; no store is opened
  HANDBILL_TOKEN    a token of its HANDBILL_OPERATOR_TOKEN; others see an option --token in the list of processes

More for \`start\`, from the environment only:
  HANDBILL_SECRET           signing secrets, separated by commas: the first signs, all verify; \`handbill secret\` makes one
  HANDBILL_IDENTITY_SECRET  hashes identities (default: the last of the secrets); set it before you change the secrets
  HANDBILL_DISCLOSURE_URL   page about the advertiser, for creatives without one
  HANDBILL_TRUST_PROXY      number of proxies in front that append to X-Forwarded-For
  HANDBILL_LIMIT_…          rate limits, such as 60/1m, or false
  HANDBILL_RATE_LIMITER     memory (each instance counts for itself, the default), postgres or upstash (shared)
  HANDBILL_SENSITIVE_SUBJECTS   a JSON file of patterns beside which no ad stands; \`handbill sensitive-subjects\` prints the shipped ones
  HANDBILL_STORE_TIMEOUT    how long a request waits for the store (default: 5s)
  HANDBILL_ACCESS_LOG=on    logs one line for each request
  HANDBILL_DRAIN            how long to serve after a signal to stop, while /readyz answers 503 (default: 0s, in production 3s)
  HANDBILL_OPERATOR_TOKEN   enables the management API below /api/v1/manage
  HANDBILL_CURRENCY         the currency of all amounts, such as EUR (default: the stored one, else USD); the first one stays (also for \`apply\`)
  HANDBILL_NAME, HANDBILL_ADDRESS   the head of printed statements; lines of the address end in \\n, or in a comma and a space
  HANDBILL_LEAST_PRICE_MICROS   the lowest price of an impression that an advertiser may set (default: 1)
  HANDBILL_REVIEW=off       what publishers and advertisers enter does not wait for the operator (default: on)
  HANDBILL_CONSOLE=on       web pages at /console; \`handbill console link\` opens them once
  HANDBILL_PRIVATE_WEBHOOKS=on   webhooks may have private addresses
  HANDBILL_LOCAL_URLS=on    for development: creatives may link to local and private hosts (also for \`apply\`)
  NODE_ENV=production       no demo; a start with a wrong or missing setting ends at once with the list of all

Results go to stdout, messages to stderr. On a terminal there are colours (NO_COLOR=1: none) and the progress of long work.
Exit codes: 0 done, 1 failed, 2 wrong usage or invalid input.`;
