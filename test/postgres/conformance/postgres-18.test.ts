import { serverBackend } from "../../setup/postgres-backends.ts";
import { defineConformance } from "./define.ts";

defineConformance("PostgreSQL 18", () => serverBackend(18));
