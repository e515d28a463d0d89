#!/bin/sh
# As the user `agent`: a browser profile that has been through its first start, certificates, and font caches.
set -eu
cd "$HOME"
mkdir -p .pki/nssdb .config
certutil -N -d sql:.pki/nssdb --empty-password
for cert in /etc/deskhand/ca/*.crt; do
  [ -e "$cert" ] || continue
  certutil -A -d sql:.pki/nssdb -t C,, -n "deskhand-$(basename "$cert" .crt)" -i "$cert"
done
fc-cache -f >/dev/null 2>&1 || true
python3 -c 'import matplotlib.font_manager' >/dev/null

git config --global init.defaultBranch main
git config --global user.name Deskhand
git config --global user.email agent@sandbox.invalid

Xvnc :1 -geometry 1280x1024 -depth 24 -rfbport -1 -rfbunixpath /tmp/bake.sock -SecurityTypes None -extension GLX \
  >/tmp/bake-display.log 2>&1 &
display=$!
tries=0
while [ ! -S /tmp/.X11-unix/X1 ] && [ $tries -lt 200 ]; do tries=$((tries + 1)); sleep 0.05; done
flags=
while read -r flag _; do
  case $flag in --*) flags="$flags $flag" ;; esac
done < /opt/deskhand/chrome-flags
# The image's build has no user namespaces; this browser only ever sees an empty page.
# shellcheck disable=SC2086
DISPLAY=:1 DBUS_SESSION_BUS_ADDRESS=unix:path=/dev/null /opt/deskhand/chrome --no-sandbox $flags about:blank >/tmp/bake-browser.log 2>&1 &
browser=$!
tries=0
until curl -fs -o /dev/null http://127.0.0.1:9222/json/version || [ $tries -ge 300 ]; do tries=$((tries + 1)); sleep 0.1; done
if [ $tries -ge 300 ]; then
  echo "The browser did not start in the image:" >&2
  tail -n 30 /tmp/bake-browser.log >&2
  exit 1
fi
sleep 2
kill -TERM $browser
wait $browser || true
kill -TERM $display
wait $display || true
cd .config/chromium
rm -rf Singleton* DevToolsActivePort BrowserMetrics* CrashpadMetrics* "Crash Reports" ./*/Cache ./*/"Code Cache" ./*/GPUCache \
  ./*Cache ./*/DawnGraphiteCache ./*/DawnWebGPUCache
