// Called by the cron of build.mjs, with CRON_SECRET: gives back what expired ads hold.
import { toVercelCron } from "handbill/vercel";
import { handbill } from "../handbill.js";

export default toVercelCron(handbill);
