import { environment } from "../node/environment.ts";
import { InvalidSetting } from "./invalid-setting.ts";

/**
 * Reads a variable that is `on` or `off`; unset or empty: `byDefault`. Throws {@link InvalidSetting} for other values.
 */
export function isOn(name: string, byDefault: boolean): boolean {
  const value = (environment(name) ?? "").trim();
  if (value === "") return byDefault;
  if (value === "on" || value === "off") return value === "on";
  throw new InvalidSetting(`${name} must be on or off.`);
}
