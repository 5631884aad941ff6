import type { CountField } from "../../core/storage/counts.ts";

/** The columns of the table of statistics in SQL. Only these become SQL, and no text of a query does. */
export const countColumns: Readonly<Record<CountField, string>> = {
  hour: "hour",
  metric: "metric",
  reason: "reason",
  publisherId: "publisher_id",
  platformId: "platform_id",
  placement: "placement",
  apiKeyId: "api_key_id",
  format: "format",
  language: "language",
  advertiser: "advertiser",
  campaignId: "campaign_id",
  creativeId: "creative_id",
  topicId: "topic_id",
};
