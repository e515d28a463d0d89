#!/bin/sh
# Everything that comes from a network, in one layer, with what nobody needs cut away again in the same layer.
set -eu
here=$(dirname "$0")
. /etc/os-release
export DEBIAN_FRONTEND=noninteractive

say() { echo "==> $*"; }

mkdir -p /opt/deskhand
cp "$here/split-ca.sh" /opt/deskhand/split-ca.sh
. "$here/sources.sh"
. "$here/packages.sh"
. "$here/browser.sh"
. "$here/languages.sh"
. "$here/user.sh"
. "$here/cuts.sh"
say "Installed"
