import type { PageRoute } from "./page-context.ts";
import { adjustmentPages } from "./pages/adjustments.ts";
import { attentionPages } from "./pages/attention.ts";
import { auditPages } from "./pages/audit.ts";
import { bulkPages } from "./pages/bulk.ts";
import { campaignPages } from "./pages/campaigns.ts";
import { closingPages } from "./pages/close-statements.ts";
import { creativePages } from "./pages/creatives.ts";
import { debugLinkPages } from "./pages/debug-link.ts";
import { deliveryPages } from "./pages/deliveries.ts";
import { explainPages } from "./pages/explain.ts";
import { firstAdPages } from "./pages/first-ad.ts";
import { keyPages } from "./pages/keys.ts";
import { overviewPages } from "./pages/overview.ts";
import { platformPages } from "./pages/platforms.ts";
import { publisherPages } from "./pages/publishers.ts";
import { qualityPages } from "./pages/quality.ts";
import { reportedPages } from "./pages/reported.ts";
import { reportPages } from "./pages/reports.ts";
import { reviewPages } from "./pages/review.ts";
import { statementPages } from "./pages/statement.ts";
import { statementListPages } from "./pages/statements.ts";
import { testPages } from "./pages/test-page.ts";
import { topicPages } from "./pages/topics.ts";
import { webhookPages } from "./pages/webhooks.ts";
import { writeOffPages } from "./pages/write-off.ts";

/** All pages. Fixed paths come before patterns with ids. */
export const pageRoutes: readonly PageRoute[] = [
  ...overviewPages,
  ...attentionPages,
  ...firstAdPages,
  ...deliveryPages,
  ...reportPages,
  ...reportedPages,
  ...qualityPages,
  ...adjustmentPages,
  ...writeOffPages,
  ...explainPages,
  ...reviewPages,
  ...publisherPages,
  ...platformPages,
  ...testPages,
  ...debugLinkPages,
  ...keyPages,
  ...campaignPages,
  ...bulkPages,
  ...creativePages,
  ...topicPages,
  ...statementListPages,
  ...closingPages,
  ...statementPages,
  ...webhookPages,
  ...auditPages,
];
