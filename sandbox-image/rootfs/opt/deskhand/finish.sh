#!/bin/sh
# The image's last step, as root: right modes, and what is better made once here than at every start.
set -eu
chmod 755 /opt/deskhand/*.sh /usr/local/bin/apt /usr/local/bin/apt-get /usr/local/bin/sudo
chmod -R a+rX /opt/deskhand
# What `locale -a` takes long to say.
localedef --list-archive | sed -n 's/\.utf8$//p' | tr '\n' ' ' > /opt/deskhand/locales
# The terminal's native part for this processor, when the builder's machine had another one.
arch=$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
if [ ! -e "/opt/deskhand/api/pty-linux-$arch.node" ]; then
  npm install --prefix /tmp/pty --no-save "@lydell/node-pty-linux-$arch@1.1.0"
  cp "/tmp/pty/node_modules/@lydell/node-pty-linux-$arch/pty.node" "/opt/deskhand/api/pty-linux-$arch.node"
  rm -rf /tmp/pty
fi
runuser -u agent -- env HOME=/home/agent sh /opt/deskhand/bake.sh
rm -rf /tmp/* /tmp/.X1-lock /root/.npm /root/.cache
mkdir -p /tmp/.X11-unix
chmod 1777 /tmp/.X11-unix
