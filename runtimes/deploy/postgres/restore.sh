#!/bin/sh
# OWNER_URL=postgres://handbill_owner@… restore.sh FILE, into an empty database, all or nothing. The roles must exist.
# Point the servers at it afterwards, never while they still serve another copy: money that is spent twice is not found here.
set -eu
pg_restore --dbname="$OWNER_URL" --no-owner --exit-on-error --single-transaction "$1"
psql --dbname="$OWNER_URL" --quiet --command='analyze'
