#!/bin/bash
# Runs once, in the PostgreSQL container, when its volume is empty. The server's role owns its database and nothing else.
set -euo pipefail

psql --set=ON_ERROR_STOP=1 --set=password="$QUADKEA_PASSWORD" \
  --username "$POSTGRES_USER" --dbname postgres <<'SQL'
create role quadkea login password :'password';
create database quadkea owner quadkea encoding 'UTF8' template template0;
revoke connect, temporary on database quadkea from public;
SQL
