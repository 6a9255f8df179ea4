#!/bin/sh
# A standby: copies the database of the primary when it has none, then follows it.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  chown postgres:postgres "$PGDATA"
  gosu postgres env PGPASSWORD="$REPLICATION_PASSWORD" \
    pg_basebackup --host database --username replication --pgdata "$PGDATA" --write-recovery-conf --checkpoint fast
fi
exec docker-entrypoint.sh "$@"
