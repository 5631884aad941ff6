/** The audit trail, webhooks and settings. */
export const management: string = `
-- AUTOINCREMENT: no id is used twice, so a reader that continues after an id misses nothing.
CREATE TABLE audit (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  kind TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  publisher_id TEXT NOT NULL,
  changes TEXT NOT NULL
) STRICT;
CREATE INDEX audit_of_publisher ON audit (publisher_id, id);
CREATE INDEX audit_of_entity ON audit (entity_id, id);

CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  publisher_id TEXT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL, -- JSON
  status TEXT NOT NULL
) STRICT;

-- due_at is null once the message is done. A done message stays, without its payload, so that it is not stored twice.
CREATE TABLE webhook_messages (
  sequence INTEGER PRIMARY KEY,
  webhook_id TEXT NOT NULL,
  id TEXT NOT NULL,
  type TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  due_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  UNIQUE (webhook_id, id)
) STRICT;
CREATE INDEX webhook_messages_due ON webhook_messages (due_at, sequence) WHERE due_at IS NOT NULL;

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;
`;
