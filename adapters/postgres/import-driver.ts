/** Drivers are optional peers: they are imported when they are needed, and a missing one is named. */
export async function importDriver<Driver>(
  packageName: string,
  load: () => Promise<Driver>,
): Promise<Driver> {
  try {
    return await load();
  } catch (cause) {
    if (!isMissing(cause, packageName)) throw cause;
    throw new Error(`The package ${packageName} is not installed. Run: npm install ${packageName}`, {
      cause,
    });
  }
}

// Node and Bun set ERR_MODULE_NOT_FOUND, Deno says it in words.
function isMissing(error: unknown, packageName: string): boolean {
  if (!(error instanceof Error) || !error.message.includes(packageName)) return false;
  const code = "code" in error ? error.code : undefined;
  return (
    code === "ERR_MODULE_NOT_FOUND" ||
    /cannot find|not found|could not find|not a dependency/i.test(error.message)
  );
}
