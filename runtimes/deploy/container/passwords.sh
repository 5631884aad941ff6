#!/bin/sh
# Once, when the database is made: the roles of roles.sql get the passwords of .env.
psql --username=postgres --set=ON_ERROR_STOP=1 --set=owner="$OWNER_PASSWORD" --set=app="$APP_PASSWORD" <<'SQL'
alter role handbill_owner password :'owner';
alter role handbill_app password :'app';
SQL
