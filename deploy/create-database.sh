#!/bin/sh
# Creates the database and its owner, who has no other right, at the first start of compose.yaml's PostgreSQL.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$GIFTWELL_PASSWORD" --username="$POSTGRES_USER" --dbname=postgres <<'SQL'
create role giftwell login password :'password';
create database giftwell owner giftwell;
SQL
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=giftwell --file="${ROLES_FILE:-/roles.sql}"
