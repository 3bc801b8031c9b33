#!/bin/bash
# Runs once, in PostgreSQL's container, while its volume is empty. The server owns its own database and nothing else; drills
# use a role that may create databases and cannot read the server's.
set -euo pipefail

psql --set=ON_ERROR_STOP=1 --set=password="$QUADKEA_PASSWORD" --set=drill_password="$DRILL_PASSWORD" \
  --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role quadkea login password :'password';
create database quadkea owner quadkea;
revoke connect, temporary on database quadkea from public;
create role quadkea_drill login createdb password :'drill_password';
SQL
