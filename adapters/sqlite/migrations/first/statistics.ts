/** Statistics: a line for each hour and combination of fields. */
export const statistics: string = `
CREATE TABLE counts (
  hour INTEGER NOT NULL,
  metric TEXT NOT NULL,
  reason TEXT NOT NULL,
  publisher_id TEXT NOT NULL,
  platform_id TEXT NOT NULL,
  placement TEXT NOT NULL,
  api_key_id TEXT NOT NULL,
  format TEXT NOT NULL,
  language TEXT NOT NULL,
  advertiser TEXT NOT NULL,
  campaign_id TEXT NOT NULL,
  creative_id TEXT NOT NULL,
  topic_id TEXT NOT NULL,
  n INTEGER NOT NULL CHECK (n >= 0),
  PRIMARY KEY (hour, metric, reason, publisher_id, platform_id, placement, api_key_id, format, language, advertiser,
    campaign_id, creative_id, topic_id)
) STRICT, WITHOUT ROWID;
`;
