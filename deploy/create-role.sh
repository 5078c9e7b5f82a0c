#!/bin/sh
# Creates the database `dragoman` and its owner, when PostgreSQL's image starts with an empty volume.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
  --set=password="$(cat "${DRAGOMAN_PASSWORD_FILE:-/run/secrets/dragoman-password}")" <<'SQL'
create role dragoman login password :'password';
create database dragoman owner dragoman;
revoke all on database dragoman, postgres from public;
SQL
