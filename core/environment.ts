/** Reads one environment variable. */
export type Environment = (name: string) => string | undefined;

/**
 * The same, where an empty variable counts as not set: `NAME=` in an environment file, and a shell that exports an unset
 * variable, mean that nothing was chosen.
 */
export function setVariables(env: Environment | undefined): Environment {
  return (name) => {
    const value = env?.(name);
    return value === undefined || value.trim() === "" ? undefined : value;
  };
}
