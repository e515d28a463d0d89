#!/bin/sh
# The first program of a sandbox: display and browser first, since they take longest, the gateway beside them.
# Runs as the user `agent`; needs no privilege. Each program is started again when it ends.
set -u
run=/run/deskhand
mkdir -p "$run"
. /opt/deskhand/surroundings.sh

# What an earlier life of this container left behind would keep display and browser from starting.
rm -f /tmp/.X1-lock /tmp/.X11-unix/X1 "$run"/*.sock "$run"/*.pid "$run"/*.restarts
rm -f "$HOME"/.config/chromium/Singleton* "$HOME"/.config/chromium/DevToolsActivePort

token=${DESKHAND_TOKEN:-}
unset DESKHAND_TOKEN
echo $$ > "$run/init.pid"

# supervise NAME COMMAND...: COMMAND again and again, waiting longer the sooner it ended; counts in NAME.restarts.
supervise() {
  name=$1
  shift
  delay=0
  count=0
  while :; do
    read -r up_before _ < /proc/uptime
    "$@"
    code=$?
    read -r up_after _ < /proc/uptime
    count=$((count + 1))
    echo "$count $code" > "$run/$name.restarts.new"
    mv "$run/$name.restarts.new" "$run/$name.restarts"
    echo "deskhand: $name ended with $code, start $count follows" >&2
    if [ $((${up_after%.*} - ${up_before%.*})) -ge 20 ]; then delay=0; fi
    case $delay in
      0) delay=0.1 ;;
      0.1) delay=1 ;;
      1) delay=3 ;;
      *) delay=10 ;;
    esac
    sleep "$delay"
  done
}

display() {
  rm -f /tmp/.X1-lock /tmp/.X11-unix/X1 "$run/vnc.sock"
  # No TCP port for VNC; the socket's mode is the lock. GLX would pull in 165 MB of libraries for nothing.
  # A viewer that leaves in the middle of its greeting counts as a failed sign-in; on one socket all would be locked out.
  Xvnc :1 -geometry "$SCREEN" -depth 24 -rfbport -1 -rfbunixpath "$run/vnc.sock" -rfbunixmode 0600 \
    -SecurityTypes None -BlacklistThreshold 1000000 -AlwaysShared -AcceptSetDesktopSize=0 -nolisten tcp -extension GLX \
    -desktop Deskhand -FrameRate 60 -ac 2>"$run/display.log" &
  xvnc=$!
  echo $xvnc > "$run/display.pid"
  wait $xvnc
}

wait_for_display() {
  tries=0
  while [ ! -S /tmp/.X11-unix/X1 ] && [ $tries -lt 500 ]; do
    tries=$((tries + 1))
    sleep 0.02
  done
}

browser() {
  rm -f "$HOME"/.config/chromium/Singleton*
  wait_for_display
  # Flags are single words; the shell's splitting is what takes the list apart.
  # shellcheck disable=SC2086
  /opt/deskhand/chrome $flags $sandbox_flag about:blank >"$run/browser.log" 2>&1 &
  chrome=$!
  echo $chrome > "$run/browser.pid"
  echo "$sandboxed" > "$run/browser.sandboxed"
  wait $chrome
  code=$?
  # Without user namespaces Chromium ends at once and says so; then it runs without its own sandbox, visibly.
  if [ "$sandboxed" = yes ] && [ "${DESKHAND_CHROME_SANDBOX:-auto}" = auto ] && [ $code -ne 0 ] &&
    grep -qiE 'no usable sandbox|zygote|setuid sandbox|new namespace|CLONE_NEW' "$run/browser.log"; then
    sandbox_flag=--no-sandbox
    sandboxed=no
    echo "deskhand: the browser's own sandbox can't start here; going on without it" >&2
    browser
    return $?
  fi
  return $code
}

gateway() {
  # The gateway itself speaks to nobody outside: reading the authorities would only make its start slower.
  DESKHAND_TOKEN=$token DESKHAND_NODE_CA=${NODE_EXTRA_CA_CERTS:-} NODE_EXTRA_CA_CERTS= node --max-semi-space-size=2 /opt/deskhand/api/gateway.mjs &
  gateway=$!
  echo $gateway > "$run/gateway.pid"
  wait $gateway
}

flags=
while read -r flag _; do
  case $flag in --*) flags="$flags $flag" ;; esac
done < /opt/deskhand/chrome-flags
flags="$flags --window-size=$(echo "$SCREEN" | tr x ,) --lang=$BROWSER_LANGUAGE --accept-lang=$BROWSER_LANGUAGES $BROWSER_PROXY ${DESKHAND_CHROME_ARGS:-}"
case ${DESKHAND_CHROME_SANDBOX:-auto} in
  off) sandbox_flag=--no-sandbox sandboxed=no ;;
  *) sandbox_flag='' sandboxed=yes ;;
esac

# Chromium gets a moment to write down cookies and logins: what still runs when this program ends is killed.
ended() {
  trap '' TERM INT
  kill -TERM 0 2>/dev/null
  read -r chrome < "$run/browser.pid"
  tries=0
  while kill -0 "$chrome" 2>/dev/null && [ $tries -lt 60 ]; do
    tries=$((tries + 1))
    sleep 0.05
  done
  exit 0
}
trap ended TERM INT

supervise display display &
supervise browser browser &
supervise gateway gateway &
wait
