// A function as README shows it: PostgreSQL, limits in memory.
import { createHandbill } from "handbill";
import { openPostgres } from "handbill/adapters/postgres";
import { environment, toVercel } from "handbill/vercel";

const opened = openPostgres(environment("DATABASE_URL"), { maxConnections: 2 });
export default toVercel(opened.then((store) => createHandbill({ store, env: environment })));
