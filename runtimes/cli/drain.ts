import { setVariables } from "../../core/environment.ts";
import { parseDuration } from "../../core/timing/duration.ts";
import { environment } from "../node/environment.ts";
import { InvalidSetting } from "./invalid-setting.ts";

/** In production the process ends within 10 s of a signal, the time that containers and systemd give it. */
const productionDrainMs = 3_000;
const maxDrainMs = 60_000;

/** `HANDBILL_DRAIN` in milliseconds. Throws {@link InvalidSetting}. */
export function readDrain(production: boolean): number {
  const setting = setVariables(environment)("HANDBILL_DRAIN");
  if (setting === undefined) return production ? productionDrainMs : 0;
  const ms = setting === "0s" ? 0 : parseDuration(setting);
  if (ms !== undefined && ms <= maxDrainMs) return ms;
  throw new InvalidSetting("HANDBILL_DRAIN must be a time up to 60s, such as 5s, or 0s.");
}
