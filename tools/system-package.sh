#!/bin/sh
# Usage: system-package.sh PACKAGE... -- TEST...
# Install system packages unless the command TEST succeeds; where that is not allowed or fails, say
# what to run and go on: whatever needs the packages is optional, or says so itself.

packages=
while [ "$1" != -- ]; do
    packages="$packages $1"
    shift
done
shift

if "$@" >/dev/null 2>&1; then
    exit 0
fi

if command -v apt-get >/dev/null; then
    install="apt-get install --yes --no-install-recommends$packages"
    if [ "$(id -u)" = 0 ]; then
        root=
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        root="sudo"
    else
        echo "To have everything, run: sudo $install" >&2
        exit 0
    fi
    export DEBIAN_FRONTEND=noninteractive
    $root apt-get update -qq && $root $install -qq >/dev/null && exit 0
    echo "Could not install$packages; to have everything, run: sudo apt-get update && sudo $install" >&2
else
    echo "To have everything, install these with your system's package manager:$packages" >&2
fi
