#!/bin/sh
# Makes the files of ./secrets that are missing, and leaves those that are there as they are. The folder is closed to
# other users; each file is mounted into those containers alone that need it, whose users differ.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p secrets
chmod 700 secrets

make() {
  [ -s "secrets/$1" ] || printf '%s\n' "$2" > "secrets/$1"
  chmod 444 "secrets/$1"
}
random() { openssl rand -hex 32; }

make secret "$(openssl rand -base64 48)"
make postgres_password "$(random)"
make metrics_token "$(random)"
make grafana_password "$(random)"
make valkey_password "$(random)"
make database_url "postgres://deresegn:$(cat secrets/postgres_password)@postgres:5432/deresegn?sslmode=disable"
make cache_url "redis://:$(cat secrets/valkey_password)@valkey:6379"
make valkey_conf "bind * -::*
protected-mode yes
requirepass $(cat secrets/valkey_password)
maxmemory 128mb
maxmemory-policy allkeys-lru
save \"\"
appendonly no
dir /data"

if [ ! -s secrets/telegram_bot_token ]; then
  echo "Put the token that BotFather gives into secrets/telegram_bot_token." >&2
  exit 1
fi
chmod 444 secrets/telegram_bot_token
