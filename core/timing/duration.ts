/** The milliseconds of a setting such as `5s` or `800ms`; `undefined` for any other text. */
export function parseDuration(setting: string): number | undefined {
  const match = /^([1-9][0-9]{0,4})(ms|s)$/.exec(setting);
  return match === null ? undefined : Number(match[1]) * (match[2] === "s" ? 1_000 : 1);
}
