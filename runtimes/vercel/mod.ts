export { environment } from "../node/environment.ts";
export { type CronOptions, toVercelCron } from "./cron.ts";
export { toVercel, type VercelFunction } from "./function.ts";
