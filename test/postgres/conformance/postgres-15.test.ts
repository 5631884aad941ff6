import { serverBackend } from "../../setup/postgres-backends.ts";
import { defineConformance } from "./define.ts";

// The whole kit runs on PostgreSQL 15 behind PgBouncer, and over a driver's own connections on PostgreSQL 18. What depends on both the
// release and the connections is which call waits for which.
defineConformance("PostgreSQL 15", () => serverBackend(15), "races");
