# Where packages come from: the mirror, the security suite, and which certificate authorities are believed.

cat > /etc/apt/apt.conf.d/90deskhand <<'CONF'
APT::Get::Assume-Yes "true";
APT::Color "0";
Acquire::Retries "3";
Dpkg::Use-Pty "0";
Dpkg::Progress-Fancy "0";
Dpkg::Options { "--force-confdef"; "--force-confold"; };
CONF

# Manuals and the words of other languages are half of many packages. Writing each file through to the disk protects
# from a power cut in the middle, which here only means to begin again.
cat > /etc/dpkg/dpkg.cfg.d/90deskhand <<'CONF'
force-unsafe-io
path-exclude=/usr/share/doc/*
path-exclude=/usr/share/man/*
path-exclude=/usr/share/info/*
path-exclude=/usr/share/lintian/*
path-exclude=/usr/share/locale/*
path-include=/usr/share/locale/en*
path-include=/usr/share/locale/zh*
path-include=/usr/share/locale/locale.alias
CONF

# A root file system made by debootstrap lists the main suite alone, and would get months-old browsers.
if [ "$ID" = debian ] && ! grep -rqs -- "$VERSION_CODENAME-security" /etc/apt/sources.list /etc/apt/sources.list.d; then
  say "Adding the security suite of $PRETTY_NAME"
  echo "deb http://deb.debian.org/debian-security $VERSION_CODENAME-security main" \
    > /etc/apt/sources.list.d/security.list
fi
# Most of what is needed stands in Ubuntu's "universe", which a minimal root file system leaves out.
if [ "$ID" = ubuntu ] && ! grep -rqs universe /etc/apt/sources.list /etc/apt/sources.list.d; then
  case $(dpkg --print-architecture) in
    amd64) host=http://archive.ubuntu.com/ubuntu ;;
    *) host=http://ports.ubuntu.com/ubuntu-ports ;;
  esac
  for suite in "$VERSION_CODENAME" "$VERSION_CODENAME-updates" "$VERSION_CODENAME-security"; do
    echo "deb $host $suite main universe"
  done > /etc/apt/sources.list.d/deskhand.list
fi
if [ -n "${APT_MIRROR:-}" ]; then
  say "Packages come from $APT_MIRROR"
  find /etc/apt -name '*.list' -o -name '*.sources' | xargs sed -i -E \
    "s#https?://(deb\.debian\.org|security\.debian\.org|archive\.ubuntu\.com|security\.ubuntu\.com|ports\.ubuntu\.com)#${APT_MIRROR%/}#g"
fi

apt-get update -q
apt-get install -q --no-install-recommends ca-certificates openssl

# The extra authorities: only those the system lacks, one file each, since the tools below want single ones.
mkdir -p /etc/deskhand/ca
: > /etc/deskhand/extra-ca.pem
if [ -s "$here/extra-ca.pem" ]; then
  sh "$here/split-ca.sh" "$here/extra-ca.pem" /etc/ssl/certs/ca-certificates.crt /etc/deskhand/ca
  for cert in /etc/deskhand/ca/*.crt; do
    [ -e "$cert" ] || continue
    cat "$cert" >> /etc/deskhand/extra-ca.pem
    cp "$cert" "/usr/local/share/ca-certificates/deskhand-$(basename "$cert")"
  done
  update-ca-certificates
  say "$(find /etc/deskhand/ca -name '*.crt' | wc -l) extra certificate authorities are trusted"
fi
export PIP_CERT=/etc/ssl/certs/ca-certificates.crt
export NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt
