#!/bin/sh
# Where it listens and where the database is: nothing else can be reached, read or run.
exec deno run --no-lock --no-prompt \
  --allow-net=127.0.0.1:8787,127.0.0.1:5432 \
  --allow-env=DATABASE_URL,PORT,HANDBILL_*,PG* \
  server.js "$@"
