/** An environment variable has an invalid value. */
export class InvalidSetting extends Error {
  override name = "InvalidSetting";
}
