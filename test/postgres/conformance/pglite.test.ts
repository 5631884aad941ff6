import { pgliteBackend } from "../../setup/postgres-backends.ts";
import { defineConformance } from "./define.ts";

defineConformance("PGlite", pgliteBackend);
