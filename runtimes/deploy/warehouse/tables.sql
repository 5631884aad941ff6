-- DuckDB: the files of an export as tables, from the folder beside which they lie. Leave out a table that has no file yet.
set timezone = 'UTC';
create or replace view deliveries as from read_parquet('rows/deliveries/*/*.parquet');
create or replace view charges as from read_parquet('rows/charges/*/*.parquet');
create or replace view adjustments as from read_parquet('rows/adjustments/*/*.parquet');
-- handbill report --by day,platform --json > report.json
create or replace view report_lines as select unnest(lines, recursive := true) from read_json('report.json');
create or replace view report_users as select unnest(uniques, recursive := true) from read_json('report.json');
-- What an advertiser counted itself, with the columns day, campaign_id and impressions.
create or replace view advertiser_counts as from read_csv('advertiser.csv', types = {'day': 'date', 'campaign_id': 'varchar'});
