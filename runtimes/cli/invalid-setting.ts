/** An environment variable has a value that makes no sense. */
export class InvalidSetting extends Error {
  override name = "InvalidSetting";
}
