#!/bin/sh
# split-ca.sh BUNDLE KNOWN FOLDER: writes each certificate of BUNDLE that is not in KNOWN to FOLDER/NUMBER.crt.
set -eu
awk -v folder="$3" '
  # Two passes: the known ones are remembered by their base64 text, line breaks left out.
  /-----BEGIN CERTIFICATE-----/ { inside = 1; body = ""; text = "" }
  inside { text = text $0 "\n"; if ($0 !~ /-----/) { line = $0; gsub(/[ \t\r]/, "", line); body = body line } }
  /-----END CERTIFICATE-----/ && inside {
    inside = 0
    if (FILENAME == ARGV[1]) known[body] = 1
    else if (!(body in known)) { known[body] = 1; file = folder "/" (++count) ".crt"; printf "%s", text > file; close(file) }
  }
' "$2" "$1"
