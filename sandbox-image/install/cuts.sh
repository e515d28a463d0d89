# Away again, in the same layer: what was needed only to install, and what nothing here uses.

say "Cutting away what nothing uses"
# Only libGL of the X server wants these; it runs without GLX, and Chromium brings its own renderer.
find / -xdev \( -name 'libLLVM*' -o -name 'libz3.so*' -o -name 'libgallium*' \) -type f -delete 2>/dev/null || true
rm -rf /usr/lib/*/dri /usr/lib/chromium/libVkLayer_khronos_validation.so
find /usr/lib/chromium /opt/deskhand/browsers -path '*/locales/*.pak*' \
  ! -name 'en-*' ! -name 'zh-*' ! -name 'ja.*' ! -name 'ko.*' ! -name 'de.*' ! -name 'fr.*' ! -name 'es.*' -delete 2>/dev/null || true
# Tests and type stubs of the science packages.
find /usr/local/lib/python3* -type d \( -name tests -o -name test \) -prune -exec rm -rf {} + 2>/dev/null || true
rm -rf /usr/share/doc/* /usr/share/man/* /usr/share/info/* /usr/share/i18n /usr/share/lintian
rm -rf /usr/share/icons/Adwaita/cursors /usr/share/icons/Adwaita/512x512 /usr/share/icons/Adwaita/256x256
rm -f /usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc
# OpenSSL's headers for 60 other processors, a debugging tool of gcc, and Python as a static library.
find /usr/local/include/node/openssl/archs -mindepth 1 -maxdepth 1 ! -name 'linux-x86_64' ! -name 'linux-aarch64' \
  -exec rm -rf {} +
rm -f /usr/bin/*-lto-dump-* /usr/lib/python3*/config-*/libpython*.a
apt-get clean
rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/*-old /var/log/*.log /var/log/apt /root/.cache /root/.npm
