// Called by the cron of build.mjs, with CRON_SECRET: gives back what expired ads hold, and delivers webhooks.
import { toVercelCron } from "handbill/vercel";
import { managed } from "../managed.js";

export default toVercelCron(managed);
