import type { Migration } from "./migration.ts";

/**
 * Where a time zone is named, PostgreSQL looks for an abbreviation first, and CET, EET, MET and WET are some: +01:00 all year,
 * not the IANA zone of that name, which has a summer. For 30 weeks a campaign's day began an hour late. These names are links
 * since tzdata 2024b, and are asked for by what they lead to; the other zones that are named like abbreviations have no summer.
 */
const sql = `
create or replace function campaign_day(at_ms bigint, time_zone text) returns date language sql immutable
return (to_timestamp(at_ms / 1000.0) at time zone case upper(time_zone)
  when 'CET' then 'Europe/Brussels'
  when 'EET' then 'Europe/Athens'
  when 'MET' then 'Europe/Brussels'
  when 'WET' then 'Europe/Lisbon'
  else time_zone
end)::date;
`;

export const zoneNames: Migration = { number: 16, name: "zone_names", sql };
