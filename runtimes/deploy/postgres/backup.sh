#!/bin/sh
# BACKUP_URL=postgres://handbill_backup@… backup.sh DIRECTORY, at any time: pg_dump reads one moment and locks nobody out.
set -eu
umask 077
file="$1/handbill-$(date -u +%Y%m%dT%H%M%SZ).dump"
pg_dump --dbname="$BACKUP_URL" --schema=handbill --format=custom --file="$file.part"
mv "$file.part" "$file"
echo "$file"
