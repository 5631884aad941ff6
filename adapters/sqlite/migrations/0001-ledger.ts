import type { Migration } from "./migration.ts";

/**
 * The catalogue, and the money. Amounts are micros and instants milliseconds since 1970, all of them integers. The
 * CHECKs and keys carry the promises that no budget is overspent and no delivery charged twice, whatever the code above does.
 */
const sql = `
-- One row. epoch tells this file's versions from those of another one.
CREATE TABLE catalog_state (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  epoch TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 0)
) STRICT;
INSERT INTO catalog_state VALUES (1, lower(hex(randomblob(8))), 0);

-- One row, once the file was opened: who opened it last.
CREATE TABLE holder (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  pid INTEGER NOT NULL
) STRICT;

-- document is null once the entity was removed, so that a delta can say so.
CREATE TABLE entities (
  kind TEXT NOT NULL CHECK (kind IN ('publisher', 'platform', 'campaign', 'creative', 'topic')),
  id TEXT NOT NULL,
  version INTEGER NOT NULL,
  document TEXT,
  PRIMARY KEY (kind, id)
) STRICT;
CREATE INDEX entities_version ON entities (version);

CREATE TABLE creative_versions (
  version_id TEXT PRIMARY KEY,
  creative_id TEXT NOT NULL,
  document TEXT NOT NULL
) STRICT;

CREATE TABLE api_keys (
  sequence INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  publisher_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  label TEXT NOT NULL,
  hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  version INTEGER NOT NULL
) STRICT;
CREATE INDEX api_keys_version ON api_keys (version);

-- What limits need of a campaign, and what it has spent and holds. Kept when the campaign is removed. Where there
-- is no budget stands the largest amount, 2^53 - 1, so that sums stay exact in JavaScript.
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
  CHECK (spent + held <= total_budget)
) STRICT, WITHOUT ROWID;

-- daily_budget is the one in force when the day last took money.
CREATE TABLE campaign_days (
  campaign_id TEXT NOT NULL,
  day TEXT NOT NULL,
  daily_budget INTEGER NOT NULL,
  spent INTEGER NOT NULL CHECK (spent >= 0),
  held INTEGER NOT NULL CHECK (held >= 0),
  PRIMARY KEY (campaign_id, day),
  CHECK (spent + held <= daily_budget)
) STRICT, WITHOUT ROWID;

-- id: the 16 bytes of a UUIDv7, whose order is that of time (that of its 22 letters is not), so that new rows lie at the
-- end of the tree. held: its price is part of the held amount of its campaign and day. presses: JSON, [[scene, button, at]].
CREATE TABLE deliveries (
  id BLOB PRIMARY KEY CHECK (length(id) = 16),
  surface TEXT NOT NULL CHECK (surface IN ('web', 'bot')),
  platform_id TEXT NOT NULL,
  placement TEXT NOT NULL,
  user_key TEXT NOT NULL,
  language TEXT NOT NULL,
  campaign_id TEXT NOT NULL,
  creative_version_id TEXT NOT NULL,
  format TEXT NOT NULL,
  topic_id TEXT,
  price INTEGER NOT NULL CHECK (price >= 0),
  publisher_part INTEGER NOT NULL CHECK (publisher_part BETWEEN 0 AND price),
  day TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  held INTEGER NOT NULL CHECK (held IN (0, 1)),
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

-- Charges name no user, and stay.
CREATE TABLE charges (
  delivery_id BLOB PRIMARY KEY,
  campaign_id TEXT NOT NULL,
  platform_id TEXT NOT NULL,
  placement TEXT NOT NULL,
  creative_version_id TEXT NOT NULL,
  topic_id TEXT NOT NULL,
  language TEXT NOT NULL,
  format TEXT NOT NULL,
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

export const ledger: Migration = { number: 1, name: "ledger", sql };
