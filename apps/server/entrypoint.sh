#!/bin/sh
# Starts as root only to hand over the data folder and to join the group that owns the engine's socket,
# then goes on as an ordinary user. Nothing on the host needs a chmod.
set -eu
if [ "$(id -u)" != 0 ]; then exec "$@"; fi

socket=/var/run/docker.sock
groups=--clear-groups
if [ -S "$socket" ]; then
  groups="--groups $(stat -c %g "$socket")"
elif [ -d "$socket" ]; then
  echo "$socket is a folder: the host has no engine at that place. Start Docker there, remove the folder, and try again." >&2
  exit 1
fi
find "${DATA_DIR:-/data}" ! -user 1000 -exec chown 1000:1000 {} + 2>/dev/null || true
export HOME=/data
# shellcheck disable=SC2086
exec setpriv --reuid 1000 --regid 1000 $groups -- "$@"
