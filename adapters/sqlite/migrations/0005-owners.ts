import type { Migration } from "./migration.ts";

/**
 * Deliveries, charges and counts keep the publisher, the advertiser and the API key of their issue. Older rows get the
 * publisher that has the platform now and the advertiser that has the campaign now. Empty: not known.
 */
const sql = `
CREATE TABLE owners (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  owner TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
INSERT INTO owners
  SELECT kind, id, ifnull(json_extract(document, iif(kind = 'platform', '$.publisherId', '$.advertiser')), '')
  FROM entities WHERE kind IN ('platform', 'campaign') AND document IS NOT NULL;

ALTER TABLE deliveries ADD COLUMN publisher_id TEXT NOT NULL DEFAULT '';
ALTER TABLE deliveries ADD COLUMN advertiser TEXT NOT NULL DEFAULT '';
ALTER TABLE deliveries ADD COLUMN api_key_id TEXT NOT NULL DEFAULT '';
UPDATE deliveries SET
  publisher_id = ifnull((SELECT owner FROM owners WHERE kind = 'platform' AND id = platform_id), ''),
  advertiser = ifnull((SELECT owner FROM owners WHERE kind = 'campaign' AND id = campaign_id), '');

-- The one change that is made to charges: the trigger against changes is away until these columns are filled.
DROP TRIGGER charges_stay_as_they_are;
ALTER TABLE charges ADD COLUMN publisher_id TEXT NOT NULL DEFAULT '';
ALTER TABLE charges ADD COLUMN advertiser TEXT NOT NULL DEFAULT '';
ALTER TABLE charges ADD COLUMN api_key_id TEXT NOT NULL DEFAULT '';
UPDATE charges SET
  publisher_id = ifnull((SELECT owner FROM owners WHERE kind = 'platform' AND id = platform_id), ''),
  advertiser = ifnull((SELECT owner FROM owners WHERE kind = 'campaign' AND id = campaign_id), '');
CREATE TRIGGER charges_stay_as_they_are BEFORE UPDATE ON charges BEGIN
  SELECT raise(ABORT, 'charges are only ever added: correct one outside this table');
END;

CREATE TABLE counts_of_owners (
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
INSERT INTO counts_of_owners
  SELECT hour, metric, reason,
    ifnull((SELECT owner FROM owners WHERE kind = 'platform' AND id = platform_id), ''),
    platform_id, placement, '', format, language,
    ifnull((SELECT owner FROM owners WHERE kind = 'campaign' AND id = campaign_id), ''),
    campaign_id, creative_id, topic_id, n
  FROM counts;
DROP TABLE counts;
ALTER TABLE counts_of_owners RENAME TO counts;

DROP TABLE owners;
`;

export const owners: Migration = { number: 5, name: "owners", sql };
