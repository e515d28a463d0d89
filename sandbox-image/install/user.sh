# The user that everything in the sandbox runs as.

if id ubuntu >/dev/null 2>&1; then
  usermod -l agent -d /home/agent -m ubuntu
  groupmod -n agent ubuntu
else
  groupadd -g 1000 agent
  useradd -u 1000 -g 1000 -m -d /home/agent -s /bin/bash agent
fi
usermod -s /bin/bash agent
# The environment goes along, so that mirrors, proxies and "never ask" also hold under sudo. No terminal of its own:
# stopping a command must reach what sudo started.
cat > /etc/sudoers.d/agent <<'CONF'
agent ALL=(ALL:ALL) NOPASSWD: ALL
Defaults !env_reset, always_set_home, !use_pty, !lecture, !requiretty
CONF
chmod 440 /etc/sudoers.d/agent
mkdir -p /workspace/downloads /workspace/uploads /workspace/.deskhand /var/lib/deskhand/calls /run/deskhand
mkdir -p /home/agent/.npm-global /home/agent/.local/bin
chown -R agent:agent /workspace /var/lib/deskhand /run/deskhand /home/agent
# Xvnc makes its socket here; without this folder it would have to be root.
mkdir -p /tmp/.X11-unix
chmod 1777 /tmp/.X11-unix /tmp
