# Chromium, ending in /opt/deskhand/chrome: the binary itself, since distributions' wrappers add flags of their own.

say "Installing Chromium"
if [ "$ID" = debian ]; then
  apt-get install -q --no-install-recommends chromium
  ln -s /usr/lib/chromium/chromium /opt/deskhand/chrome
elif [ "${BROWSER:-playwright}" = xtradeb ]; then
  apt-get install -q --no-install-recommends software-properties-common gpg-agent
  add-apt-repository -y ppa:xtradeb/apps
  apt-get install -q --no-install-recommends chromium
  ln -s "$(find /usr/lib/chromium* -maxdepth 1 -type f -name 'chromium*' -size +50M | head -n 1)" /opt/deskhand/chrome
  apt-get purge -q --auto-remove software-properties-common
else
  # The same build that the server's playwright-core was made with.
  export PLAYWRIGHT_BROWSERS_PATH=/opt/deskhand/browsers
  npx --yes "playwright-core@$PLAYWRIGHT_VERSION" install --with-deps --no-shell chromium
  ln -s "$(find /opt/deskhand/browsers -type f -name chrome -perm -u+x | head -n 1)" /opt/deskhand/chrome
fi
/opt/deskhand/chrome --version --no-sandbox
