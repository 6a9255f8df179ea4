#!/bin/sh
# Lets a standby copy the database, and has nothing acknowledged before the standby has it. Run once by the image, when it
# has made the database.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --set password="$REPLICATION_PASSWORD" <<'SQL'
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'password';
-- From the next start on.
ALTER SYSTEM SET synchronous_standby_names = '*';
SQL
echo 'host replication replication all scram-sha-256' >> "$PGDATA/pg_hba.conf"
