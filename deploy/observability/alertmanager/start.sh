#!/bin/sh
# start.sh PROGRAM ARGUMENTS…: writes alertmanager.yml with the settings of the environment to the temporary folder, and
# becomes the program that reads it. Needs sh and awk alone, which the image of Alertmanager has.
set -eu
umask 077
folder=$(dirname "$0")
written=${TMPDIR:-/tmp}

# Decodes %40 and the like in a part of a URL.
decode() {
  ENCODED=$1 LC_ALL=C awk 'BEGIN {
    text = ENVIRON["ENCODED"]
    digits = "0123456789ABCDEF"
    while (match(text, /%[0-9A-Fa-f][0-9A-Fa-f]/)) {
      code = toupper(substr(text, RSTART + 1, 2))
      byte = 16 * (index(digits, substr(code, 1, 1)) - 1) + index(digits, substr(code, 2)) - 1
      printf "%s%c", substr(text, 1, RSTART - 1), byte
      text = substr(text, RSTART + 3)
    }
    printf "%s", text
  }'
}

server=${SMTP_URL#*://}
server=${server%%[/?]*}
login=
case $server in *@*) login=${server%@*} server=${server##*@} ;; esac
case $SMTP_URL in smtps:*) port=465 ;; *) port=587 ;; esac
case $server in *:[0-9]*) ;; *) server=$server:$port ;; esac
if [ "$port" = 465 ] && [ "${server##*:}" != 465 ]; then
  echo "SMTP_URL: Alertmanager sends with smtps:// to port 465 alone. Use smtp:// with a port for STARTTLS." >&2
  exit 1
fi

# A password is never sent unencrypted. On port 465 the connection is encrypted from its beginning.
SMTP_REQUIRE_TLS=false
if [ -n "$login" ] && [ "${server##*:}" != 465 ]; then SMTP_REQUIRE_TLS=true; fi
SMTP_SMARTHOST=$server
SMTP_USERNAME=$(decode "${login%%:*}")
SMTP_PASSWORD_FILE=$written/smtp-password
export SMTP_REQUIRE_TLS SMTP_SMARTHOST SMTP_USERNAME SMTP_PASSWORD_FILE
decode "${login#*:}" >"$SMTP_PASSWORD_FILE"

# The settings are in double quotes in the file, in which YAML escapes quotes and backslashes.
awk '{
  line = ""
  while (match($0, /\$\{[A-Z_]+\}/)) {
    value = ENVIRON[substr($0, RSTART + 2, RLENGTH - 3)]
    line = line substr($0, 1, RSTART - 1)
    $0 = substr($0, RSTART + RLENGTH)
    for (i = 1; i <= length(value); i++) {
      character = substr(value, i, 1)
      line = line (character == "\"" || character == "\\" ? "\\" : "") character
    }
  }
  print line $0
}' "$folder/alertmanager.yml" >"$written/alertmanager.yml"

exec "$@" --config.file="$written/alertmanager.yml"
