/** Reads one environment variable; `undefined`: it is unset. */
export type Environment = (name: string) => string | undefined;

/**
 * Wraps `env` so that an empty variable counts as unset: `NAME=` in an environment file, and a shell that exports an
 * unset variable, choose nothing.
 */
export function setVariables(env: Environment | undefined): Environment {
  return (name) => {
    // A program without types may pass something else, such as `process.env`.
    const value = typeof env === "function" ? env(name) : undefined;
    return typeof value === "string" && value !== "" ? value : undefined;
  };
}

/** Splits the value of a variable that holds a comma-separated list. */
export function splitList(value: string | undefined): readonly string[] {
  return (value ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
