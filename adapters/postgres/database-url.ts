/**
 * The address itself. Throws a RangeError unless it is that of a PostgreSQL server: the driver would go to the server that the
 * environment or its defaults name, or say that a URL is invalid.
 */
export function checkedDatabaseUrl(url: unknown): string {
  if (isDatabaseUrl(url)) return url;
  throw new RangeError(
    "The database's address is not one of a PostgreSQL server: give postgres://user:password@host/database.",
  );
}

/** Looks at no more than its beginning: postgres.js takes several hosts, which `URL` does not. */
export function isDatabaseUrl(url: unknown): url is string {
  return typeof url === "string" && /^postgres(?:ql)?:\/\/./.test(url);
}
