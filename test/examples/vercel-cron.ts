import { toVercelCron, type VercelFunction } from "../../runtimes/vercel/mod.ts";
import { handbill } from "./shared.ts";

/** vercel.json: `{"crons": [{"path": "/api/cron", "schedule": "* * * * *"}]}`. */
const cron: VercelFunction = toVercelCron(handbill);
export default cron;
