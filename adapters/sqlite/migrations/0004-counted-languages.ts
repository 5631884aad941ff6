import type { Migration } from "./migration.ts";

/** What stands in a tag before its private-use subtags. */
const plain = (tag: string): string =>
  `CASE WHEN ${tag} LIKE 'x-%' THEN '' WHEN instr(${tag}, '-x-') > 0 THEN substr(${tag}, 1, instr(${tag}, '-x-') - 1) ELSE ${tag} END`;

/**
 * The older release counted each language as callers sent it. Its lines are counted by the catalogue's languages from here on,
 * as core/reporting/languages.ts does.
 */
const sql = `
CREATE TABLE catalogue_languages (tag TEXT PRIMARY KEY) STRICT;
INSERT INTO catalogue_languages VALUES ('other');
INSERT OR IGNORE INTO catalogue_languages SELECT ${plain("tag")} FROM (
  SELECT coalesce(json_extract(document, '$.creative.language'), json_extract(document, '$.language')) AS tag
  FROM entities WHERE kind = 'creative' AND document IS NOT NULL) WHERE ${plain("tag")} <> '';

INSERT INTO counts (hour, metric, reason, platform_id, placement, format, language, campaign_id, creative_id, topic_id, n)
SELECT hour, metric, reason, platform_id, placement, format,
  CASE WHEN plain IN (SELECT tag FROM catalogue_languages) THEN plain
    WHEN substr(plain, 1, instr(plain || '-', '-') - 1) IN (SELECT tag FROM catalogue_languages)
    THEN substr(plain, 1, instr(plain || '-', '-') - 1) ELSE 'other' END AS counted,
  campaign_id, creative_id, topic_id, sum(n)
FROM (SELECT *, ${plain("language")} AS plain FROM counts
  WHERE language <> '' AND language NOT IN (SELECT tag FROM catalogue_languages))
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
ON CONFLICT DO UPDATE SET n = n + excluded.n;

DELETE FROM counts WHERE language <> '' AND language NOT IN (SELECT tag FROM catalogue_languages);
DROP TABLE catalogue_languages;
`;

export const countedLanguages: Migration = { number: 4, name: "counted_languages", sql };
