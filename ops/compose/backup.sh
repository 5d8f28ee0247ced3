#!/bin/sh
# Writes a backup now and then again and again, each whole or not at all, and deletes those that are too old.
# `deresegn restore --from` reads them, and so does pg_restore.
set -eu
umask 077
folder=${BACKUP_FOLDER:-/var/lib/postgresql/data}
PGPASSWORD=$(cat "${POSTGRES_PASSWORD_FILE:-/run/secrets/postgres_password}")
# Of several servers the one that takes writes, as the processes choose it.
PGTARGETSESSIONATTRS=read-write
export PGPASSWORD PGTARGETSESSIONATTRS
trap 'exit 0' INT TERM

while true; do
  name=deresegn-$(date -u +%Y-%m-%dT%H-%M-%SZ).dump
  rm -f "$folder"/*.part
  # The database that the processes use. The password stays out of the arguments, which everybody can read.
  database=$(sed 's#^\([^:]*://[^:/?@]*\):[^/?]*@#\1@#' "${DATABASE_URL_FILE:-/run/secrets/database_url}")
  # A restore lets nobody in who was signed in: the rows of src/database/credential-tables.ts are left out.
  if pg_dump --format=custom --no-owner --no-privileges --dbname="$database" --file="$folder/$name.part" \
    --exclude-table-data=web_session --exclude-table-data=sign_in_code \
    --exclude-table-data=link_code --exclude-table-data=owner_request &&
    pg_restore --list "$folder/$name.part" > /dev/null; then
    mv "$folder/$name.part" "$folder/$name"
    sync
    echo "backed up: $name"
    find "$folder" -name 'deresegn-*.dump' -mmin "+$((BACKUP_KEEP_DAYS * 1440))" -delete
  else
    rm -f "$folder/$name.part"
    # None of the older ones goes while no new one comes.
    echo "no backup could be made; trying again in an hour" >&2
    [ -z "${BACKUP_ONCE:-}" ] || exit 1
    sleep 3600 & wait $!
    continue
  fi
  [ -z "${BACKUP_ONCE:-}" ] || exit 0
  sleep "$((BACKUP_EVERY_HOURS * 3600))" & wait $!
done
