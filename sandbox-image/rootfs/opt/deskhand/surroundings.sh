# Language, screen, proxies and certificates, as the environment says, for everything that start.sh starts.

SCREEN=${DESKHAND_SCREEN:-1280x1024}
export SCREEN
# D-Bus isn't here; a browser that looks for it loses time.
export DBUS_SESSION_BUS_ADDRESS=unix:path=/dev/null
export XDG_RUNTIME_DIR=/run/deskhand

# DESKHAND_LANGUAGE is what browsers call a language: "zh-CN". Programs get the locale of that name if there is one.
BROWSER_LANGUAGE=${DESKHAND_LANGUAGE:-en-US}
case $BROWSER_LANGUAGE in
  *[!A-Za-z0-9-]*) BROWSER_LANGUAGE=en-US ;;
esac
BROWSER_LANGUAGES=$BROWSER_LANGUAGE
case $BROWSER_LANGUAGE in *-*) BROWSER_LANGUAGES="$BROWSER_LANGUAGES,${BROWSER_LANGUAGE%%-*}" ;; esac
case $BROWSER_LANGUAGE in en*) ;; *) BROWSER_LANGUAGES="$BROWSER_LANGUAGES,en" ;; esac
case $BROWSER_LANGUAGE in
  zh | zh-Hans*) locale=zh_CN ;;
  zh-Hant*) locale=zh_TW ;;
  en) locale=en_US ;;
  *-*) locale=${BROWSER_LANGUAGE%%-*}_${BROWSER_LANGUAGE##*-} ;;
  *) locale=${BROWSER_LANGUAGE}_$(echo "$BROWSER_LANGUAGE" | tr '[:lower:]' '[:upper:]') ;;
esac
if [ -n "${DESKHAND_LANGUAGE:-}" ]; then
  case " $(cat /opt/deskhand/locales) " in
    *" $locale "*) LANG=$locale.UTF-8 ;;
  esac
fi
export LANG LANGUAGE="${locale}:en"

# Programs disagree about the case of these names.
http_proxy=${http_proxy:-${HTTP_PROXY:-}}
https_proxy=${https_proxy:-${HTTPS_PROXY:-}}
no_proxy=${no_proxy:-${NO_PROXY:-}}
BROWSER_PROXY=
if [ -n "$http_proxy$https_proxy" ]; then
  no_proxy="localhost,127.0.0.1,::1,.localhost${no_proxy:+,$no_proxy}"
  HTTP_PROXY=$http_proxy HTTPS_PROXY=$https_proxy NO_PROXY=$no_proxy
  export http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY
  # Chromium takes no name and password in a proxy's address.
  bare() { echo "$1" | sed -E 's#^(([a-z0-9]+)://)?([^@/]*@)?([^/]*).*#\4#'; }
  rules=
  [ -z "$http_proxy" ] || rules="http=$(bare "$http_proxy")"
  [ -z "$https_proxy" ] || rules="${rules:+$rules;}https=$(bare "$https_proxy")"
  BROWSER_PROXY="--proxy-server=$rules --proxy-bypass-list=$(echo "$no_proxy" | tr , ';')"
else
  unset http_proxy https_proxy no_proxy
fi

[ -z "${NPM_REGISTRY:-}" ] || export npm_config_registry="$NPM_REGISTRY"
# An apt mirror is a matter of root's files; where sudo is off, the image's own stays.
[ -z "${APT_MIRROR:-}" ] || sudo -n /opt/deskhand/use-apt-mirror.sh "$APT_MIRROR" 2>/dev/null &

# One file with all authorities, for programs that take only one; the image's own extra ones are in it already.
ca_bundle=/etc/ssl/certs/ca-certificates.crt
extra_ca=/etc/deskhand/extra-ca.pem
if [ -n "${DESKHAND_EXTRA_CA:-}" ]; then
  mkdir -p "$HOME/.config/deskhand/ca"
  printf '%s\n' "$DESKHAND_EXTRA_CA" > "$HOME/.config/deskhand/given.pem"
  rm -f "$HOME"/.config/deskhand/ca/*.crt
  sh /opt/deskhand/split-ca.sh "$HOME/.config/deskhand/given.pem" "$ca_bundle" "$HOME/.config/deskhand/ca"
  cat "$ca_bundle" "$HOME/.config/deskhand/given.pem" > "$HOME/.config/deskhand/ca-bundle.pem"
  cat "$extra_ca" "$HOME/.config/deskhand/given.pem" > "$HOME/.config/deskhand/extra-ca.pem"
  ca_bundle=$HOME/.config/deskhand/ca-bundle.pem
  extra_ca=$HOME/.config/deskhand/extra-ca.pem
  for cert in "$HOME"/.config/deskhand/ca/*.crt; do
    [ -e "$cert" ] || continue
    certutil -A -d "sql:$HOME/.pki/nssdb" -t C,, -n "deskhand-given-$(basename "$cert" .crt)" -i "$cert"
  done
  unset DESKHAND_EXTRA_CA
  export SSL_CERT_FILE="$ca_bundle" GIT_SSL_CAINFO="$ca_bundle" CURL_CA_BUNDLE="$ca_bundle"
  export npm_config_cafile="$ca_bundle"
  # Wget reads no such variable, only a file of its own.
  echo "ca_certificate = $ca_bundle" > "$HOME/.config/deskhand/wgetrc"
  export WGETRC="$HOME/.config/deskhand/wgetrc"
fi
export PIP_CERT="$ca_bundle" REQUESTS_CA_BUNDLE="$ca_bundle"
# Node has a store of its own and adds these; an empty file would only cost time.
[ ! -s "$extra_ca" ] || export NODE_EXTRA_CA_CERTS="$extra_ca"
