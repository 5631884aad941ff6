import { tables } from "./0001-tables.ts";
import { weeksV1 } from "./0002-weeks-v1.ts";
import { catalog } from "./0003-catalog.ts";
import { releaseV1 } from "./0004-release-v1.ts";
import { issueV1 } from "./0005-issue-v1.ts";
import { recordV1 } from "./0006-record-v1.ts";
import { rateLimitsV1 } from "./0007-rate-limits.ts";
import { auditV1 } from "./0008-audit-v1.ts";
import { deliveriesV1 } from "./0009-deliveries-v1.ts";
import { countsV2 } from "./0010-counts-v2.ts";
import { auditTrail } from "./0011-audit-trail.ts";
import { webhooksV1 } from "./0012-webhooks-v1.ts";
import { uniquesV1 } from "./0013-uniques-v1.ts";
import { chargesV2 } from "./0014-charges-v2.ts";
import { catalogChangesV2 } from "./0015-catalog-changes-v2.ts";
import { zoneNames } from "./0016-zone-names.ts";
import { owners } from "./0017-owners.ts";
import { issueV2 } from "./0018-issue-v2.ts";
import { recordV3 } from "./0019-record-v3.ts";
import { countsV3 } from "./0020-counts-v3.ts";
import { uniquesV2 } from "./0021-uniques-v2.ts";
import { keysV3 } from "./0022-keys-v3.ts";
import { catalogChangesV3 } from "./0023-catalog-changes-v3.ts";
import { rateLimitsV2 } from "./0024-rate-limits-v2.ts";
import { forgetUserV2 } from "./0025-forget-user-v2.ts";
import { dropCounts } from "./0026-drop-counts.ts";
import { keyLimits } from "./0027-key-limits.ts";
import type { Migration } from "./migration.ts";

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [
  tables,
  weeksV1,
  catalog,
  releaseV1,
  issueV1,
  recordV1,
  rateLimitsV1,
  auditV1,
  deliveriesV1,
  countsV2,
  auditTrail,
  webhooksV1,
  uniquesV1,
  chargesV2,
  catalogChangesV2,
  zoneNames,
  owners,
  issueV2,
  recordV3,
  countsV3,
  uniquesV2,
  keysV3,
  catalogChangesV3,
  rateLimitsV2,
  forgetUserV2,
  dropCounts,
  keyLimits,
];
