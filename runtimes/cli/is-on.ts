import { environment } from "../node/environment.ts";
import { InvalidSetting } from "./invalid-setting.ts";

/** A variable that is `on` or `off`; unset or empty: as it is by default. Throws {@link InvalidSetting} for anything else. */
export function isOn(name: string, byDefault: boolean): boolean {
  const value = (environment(name) ?? "").trim();
  if (value === "") return byDefault;
  if (value === "on" || value === "off") return value === "on";
  throw new InvalidSetting(`${name} must be on or off.`);
}
