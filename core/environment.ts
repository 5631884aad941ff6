/** Reads one environment variable; `undefined`: it is unset. */
export type Environment = (name: string) => string | undefined;

/**
 * Wraps `env` so that an empty variable counts as unset: `NAME=` in an environment file, and a shell that exports an
 * unset variable, choose nothing.
 */
export function setVariables(env: Environment | undefined): Environment {
  return (name) => env?.(name) || undefined;
}
