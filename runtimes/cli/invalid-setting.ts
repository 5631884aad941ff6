/** An environment variable or an option has a value that cannot be used. */
export class InvalidSetting extends Error {
  override name = "InvalidSetting";
}
