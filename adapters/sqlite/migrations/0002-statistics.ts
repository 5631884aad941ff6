import type { Migration } from "./migration.ts";

const sql = `
CREATE TABLE counts (
  hour INTEGER NOT NULL,
  metric TEXT NOT NULL,
  reason TEXT NOT NULL,
  platform_id TEXT NOT NULL,
  placement TEXT NOT NULL,
  format TEXT NOT NULL,
  language TEXT NOT NULL,
  campaign_id TEXT NOT NULL,
  creative_id TEXT NOT NULL,
  topic_id TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 0),
  PRIMARY KEY (hour, metric, reason, platform_id, placement, format, language, campaign_id, creative_id, topic_id)
) STRICT, WITHOUT ROWID;
`;

export const statistics: Migration = { number: 2, name: "statistics", sql };
