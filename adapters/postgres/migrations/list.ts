import { tables } from "./0001-tables.ts";
import { catalog } from "./0002-catalog.ts";
import { releaseV1 } from "./0003-release-v1.ts";
import { issueV1 } from "./0004-issue-v1.ts";
import { recordV1 } from "./0005-record-v1.ts";
import { auditV1 } from "./0006-audit-v1.ts";
import type { Migration } from "./migration.ts";

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [tables, catalog, releaseV1, issueV1, recordV1, auditV1];
