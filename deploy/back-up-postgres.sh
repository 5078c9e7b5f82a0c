#!/bin/sh
# Backs up the database PGDATABASE to BACKUP_DIR every BACKUP_EVERY_MINUTES, and keeps the last BACKUP_KEEP backups. Each is
# restored into a second database and checked before it counts. An error ends the program BACKUP_RETRY_SECONDS later, and
# compose.yaml starts it again.
# It needs the programs of PostgreSQL's own version, and a role that may create databases.
set -eu
umask 077
every=${BACKUP_EVERY_MINUTES:-1440}
keep=${BACKUP_KEEP:-14}
copy=${PGDATABASE}_backup_check
part=$BACKUP_DIR/dragoman.part
if [ -n "${PGPASSWORD_FILE:-}" ]; then
  PGPASSWORD=$(cat "$PGPASSWORD_FILE")
  export PGPASSWORD
fi

# Restoring checks each constraint. This counts the accounts whose balance is not the sum of their journal.
check="select count(*) from balances where settled <>
  (select coalesce(sum(amount), 0) from journal where journal.account_id = balances.account_id)"

# What a failed attempt leaves could fill the disk of the database.
after_error() {
  rm -f "$part"
  dropdb --if-exists "$copy" || true
  sleep "${BACKUP_RETRY_SECONDS:-900}"
}
trap after_error EXIT

while :; do
  if [ -z "$(find "$BACKUP_DIR" -name 'dragoman-*.dump' -mmin "-$every")" ]; then
    file=$BACKUP_DIR/dragoman-$(date -u +%Y%m%dT%H%M%SZ).dump
    pg_dump --format=custom --file="$part"
    dropdb --if-exists "$copy"
    createdb "$copy"
    pg_restore --exit-on-error --no-owner --dbname="$copy" "$part"
    unequal=$(psql --no-psqlrc --tuples-only --no-align --dbname="$copy" --command="$check")
    dropdb "$copy"
    if [ "$unequal" != 0 ]; then
      echo "the backup is not sound: $unequal balances differ from their journal" >&2
      exit 1
    fi
    mv "$part" "$file"
    echo "backed up and verified: $file"
    find "$BACKUP_DIR" -name 'dragoman-*.dump' | sort -r | tail -n "+$((keep + 1))" | xargs -r rm --
  fi
  sleep 60
done
