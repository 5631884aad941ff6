import { adjustmentRoutes } from "./adjustment-routes.ts";
import { attentionRoutes } from "./attention-routes.ts";
import { auditRoutes } from "./audit-routes.ts";
import { campaignBulkRoutes } from "./campaign-bulk.ts";
import { campaignCopyRoutes } from "./campaign-copy.ts";
import { campaignRoutes } from "./campaign-routes.ts";
import { catalogRoutes } from "./catalog-routes.ts";
import { consoleRoutes } from "./console-routes.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { entityRoutes } from "./entity-routes.ts";
import { explainRoutes } from "./explain-routes.ts";
import { keyRoutes } from "./key-routes.ts";
import { ledgerRoutes } from "./ledger-routes.ts";
import { platformRoutes } from "./platform-routes.ts";
import { qualityRoutes } from "./quality-routes.ts";
import { reportRoutes } from "./report-routes.ts";
import { reviewRoutes } from "./review-routes.ts";
import type { Route } from "./route.ts";
import { statementRoutes } from "./statement-routes.ts";
import { topicRoutes } from "./topic-routes.ts";
import { userRoutes } from "./user-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/** All operations below `/api/v1/manage`: the served routes, and the content of `/openapi.json`. */
export const routes: readonly Route[] = [
  ...entityRoutes,
  ...platformRoutes,
  ...campaignRoutes,
  ...campaignBulkRoutes,
  ...campaignCopyRoutes,
  ...reviewRoutes,
  ...topicRoutes,
  ...keyRoutes,
  ...catalogRoutes,
  ...reportRoutes,
  ...qualityRoutes,
  ...attentionRoutes,
  ...deliveryRoutes,
  ...adjustmentRoutes,
  ...statementRoutes,
  ...ledgerRoutes,
  ...explainRoutes,
  ...auditRoutes,
  ...webhookRoutes,
  ...userRoutes,
  ...consoleRoutes,
];
