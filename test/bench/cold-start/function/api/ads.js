// A function as README shows it: PostgreSQL, limits in memory.
import { createHandbill } from "handbill";
import { openPostgres } from "handbill/adapters/postgres";
import { environment, toVercel } from "handbill/vercel";

const store = await openPostgres(environment("DATABASE_URL"), { maxConnections: 2 });
export default toVercel(createHandbill({ store, env: environment }));
