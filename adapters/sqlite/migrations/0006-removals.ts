import type { Migration } from "./migration.ts";

/** What was removed is kept as it last stood, and a revoked key is refused whatever any clock says. */
const sql = `
-- As it stood when it was removed; null while it is there, and for what was removed before this step.
ALTER TABLE entities ADD COLUMN last_document TEXT;

ALTER TABLE api_keys ADD COLUMN revoked INTEGER NOT NULL DEFAULT 0 CHECK (revoked IN (0, 1));

-- Keys whose revocation is due, and those that a removed publisher has left behind: a change of the catalogue like any other.
UPDATE api_keys SET revoked = 1, revoked_at = min(ifnull(revoked_at, $now), $now),
    version = (SELECT version + 1 FROM catalog_state)
  WHERE revoked_at <= $now
    OR publisher_id IN (SELECT id FROM entities WHERE kind = 'publisher' AND document IS NULL);
UPDATE catalog_state SET version = version + 1
  WHERE version < (SELECT max(version) FROM api_keys);
`;

export const removals: Migration = { number: 6, name: "removals", sql };
