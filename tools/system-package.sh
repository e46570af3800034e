#!/bin/sh
# Usage: system-package.sh [PACKAGE TEST]...
# Install the system packages (by Debian's names) whose TEST, a command for the shell, fails; where
# that is not allowed or fails, say what to run. Exit code 0 if every TEST succeeds in the end.

missing() {
    while [ $# -gt 0 ]; do
        sh -c "$2" >/dev/null 2>&1 || printf ' %s' "$1"
        shift 2
    done
}

# What Homebrew has of them, by its own names: no bubblewrap, and its Python needs no python3-venv.
homebrew_names() {
    for package in "$@"; do
        case $package in
            swi-prolog-nox) echo swi-prolog ;;
            guile-3.0) echo guile ;;
            ocaml-nox) echo ocaml ;;
            coq | racket | minizinc) echo "$package" ;;
        esac
    done
}

packages=$(missing "$@")
[ -n "$packages" ] || exit 0

apt="apt-get install --yes --no-install-recommends$packages"
if command -v apt-get >/dev/null; then
    if [ "$(id -u)" = 0 ]; then
        sudo= advice="run as root:"
    elif command -v sudo >/dev/null; then
        sudo="sudo " advice="run:"
    else
        sudo= advice="ask root to run:"
    fi
    # A source that cannot be reached is no reason not to try the others.
    if [ "$(id -u)" = 0 ] || { [ -n "$sudo" ] && sudo -n true 2>/dev/null; }; then
        ${sudo}apt-get update -qq
        ${sudo}env DEBIAN_FRONTEND=noninteractive $apt -qq >/dev/null
    fi
    advice="$advice ${sudo}apt-get update && $sudo$apt"
else
    names=$(homebrew_names $packages)
    if command -v brew >/dev/null && [ -n "$names" ]; then
        brew install $names
    fi
    advice="use your system's package manager:$packages"
fi

[ -n "$(missing "$@")" ] || exit 0
echo "Some packages are missing. To install them, $advice" >&2
exit 1
