/**
 * The catalogue, and the money. Amounts are micros and instants milliseconds since 1970, all of them integers. CHECKs and keys
 * guarantee that no budget is overspent and no delivery charged twice, even if the code has a fault.
 */
export const ledger: string = `
-- One row. epoch distinguishes the versions of this file from those of another one.
CREATE TABLE catalog_state (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  epoch TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 0)
) STRICT;
INSERT INTO catalog_state VALUES (1, lower(hex(randomblob(8))), 0);

-- A removed entity keeps its row, so that a delta can name it. Its document is null, removed_document is the last one.
CREATE TABLE entities (
  kind TEXT NOT NULL CHECK (kind IN ('publisher', 'platform', 'campaign', 'creative', 'topic')),
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  document TEXT,
  removed_document TEXT,
  PRIMARY KEY (kind, id)
) STRICT;
CREATE INDEX entities_version ON entities (version);

CREATE TABLE creative_versions (
  version_id TEXT PRIMARY KEY,
  creative_id TEXT NOT NULL,
  document TEXT NOT NULL
) STRICT;

-- revoked: the key is refused, whatever a clock says.
CREATE TABLE api_keys (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  publisher_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  label TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  revoked INTEGER NOT NULL CHECK (revoked IN (0, 1)),
  version INTEGER NOT NULL
) STRICT;
CREATE INDEX api_keys_version ON api_keys (version);

-- Limits, spent and held amounts of a campaign. The row outlives the campaign. An absent budget is stored as the largest
-- amount, 2^53 - 1, so that sums stay exact in JavaScript.
CREATE TABLE campaigns (
  id TEXT PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('active', 'paused', 'removed')),
  time_zone TEXT NOT NULL,
  total_budget INTEGER NOT NULL,
  daily_budget INTEGER NOT NULL,
  cap_impressions INTEGER CHECK (cap_impressions > 0),
  -- Null beside a cap: the campaign's day.
  cap_window_ms INTEGER CHECK (cap_window_ms > 0),
  spent INTEGER NOT NULL DEFAULT 0 CHECK (spent >= 0),
  held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- The part of held that unproven holds are.
  unproven_held INTEGER NOT NULL DEFAULT 0 CHECK (unproven_held BETWEEN 0 AND held),
  CHECK (spent + held <= total_budget)
) STRICT, WITHOUT ROWID;

-- daily_budget: the budget in force when the day last took money.
CREATE TABLE campaign_days (
  campaign_id TEXT NOT NULL,
  day TEXT NOT NULL,
  daily_budget INTEGER NOT NULL,
  spent INTEGER NOT NULL CHECK (spent >= 0),
  held INTEGER NOT NULL CHECK (held >= 0),
  PRIMARY KEY (campaign_id, day),
  CHECK (spent + held <= daily_budget)
) STRICT, WITHOUT ROWID;

-- id: the 16 bytes of a UUIDv7, whose order is that of time (that of its 22 letters is not), so that new rows are at the end of
-- the tree. publisher_id, advertiser, api_key_id: the owners at the time of the issue; api_key_id is empty without a key.
-- held: its price is part of the held amount of its campaign and day; unproven: and of the campaign's unproven_held. presses: JSON, [[scene, button, at]].
CREATE TABLE deliveries (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  surface TEXT NOT NULL CHECK (surface IN ('web', 'bot')),
  publisher_id TEXT NOT NULL,
  platform_id TEXT NOT NULL,
  placement TEXT NOT NULL,
  api_key_id TEXT NOT NULL,
  user_key TEXT NOT NULL,
  language TEXT NOT NULL,
  mark TEXT NOT NULL,
  campaign_id TEXT NOT NULL,
  advertiser TEXT NOT NULL,
  creative_version_id TEXT NOT NULL,
  format TEXT NOT NULL,
  topic_id TEXT,
  price INTEGER NOT NULL CHECK (price >= 0),
  publisher_part INTEGER NOT NULL CHECK (publisher_part BETWEEN 0 AND price),
  day TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  held INTEGER NOT NULL CHECK (held IN (0, 1)),
  unproven INTEGER NOT NULL CHECK (unproven IN (0, 1)),
  seen_recorded INTEGER NOT NULL DEFAULT 0 CHECK (seen_recorded IN (0, 1)),
  seen_at INTEGER,
  pressed_at INTEGER,
  clicked_at INTEGER,
  charged_at INTEGER,
  presses TEXT NOT NULL DEFAULT '[]',
  CHECK (held = 0 OR (surface = 'web' AND price > 0 AND charged_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_of_user ON deliveries (user_key, campaign_id, issued_at);
CREATE INDEX deliveries_issued ON deliveries (issued_at);
CREATE INDEX deliveries_seen ON deliveries (seen_at) WHERE seen_at IS NOT NULL;
CREATE INDEX deliveries_open ON deliveries (issued_at) WHERE held = 1;

-- Networks of deliveries that have one. They lie beside the deliveries, because they are dropped sooner, in the order of their time.
CREATE TABLE networks (
  issued_at INTEGER NOT NULL,
  delivery_id BLOB NOT NULL,
  network TEXT NOT NULL,
  PRIMARY KEY (issued_at, delivery_id)
) STRICT, WITHOUT ROWID;

-- Charges name no user, and stay. topic_id is empty without a topic.
CREATE TABLE charges (
  delivery_id BLOB PRIMARY KEY,
  publisher_id TEXT NOT NULL,
  platform_id TEXT NOT NULL,
  placement TEXT NOT NULL,
  api_key_id TEXT NOT NULL,
  campaign_id TEXT NOT NULL,
  advertiser TEXT NOT NULL,
  creative_version_id TEXT NOT NULL,
  topic_id TEXT NOT NULL,
  language TEXT NOT NULL,
  format TEXT NOT NULL,
  mark TEXT NOT NULL,
  day TEXT NOT NULL,
  price INTEGER NOT NULL CHECK (price > 0),
  publisher_part INTEGER NOT NULL CHECK (publisher_part BETWEEN 0 AND price),
  charged_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX charges_at ON charges (charged_at);
CREATE TRIGGER charges_stay_as_they_are BEFORE UPDATE ON charges BEGIN
  SELECT raise(ABORT, 'charges are only ever added: correct one outside this table');
END;
CREATE TRIGGER charges_stay BEFORE DELETE ON charges BEGIN
  SELECT raise(ABORT, 'charges are only ever added: correct one outside this table');
END;
`;
