#!/bin/sh
# Make this checkout ready: tools/setup.sh zine (to print dungeons) or tools/setup.sh test (to run all that CI runs).
# Says what it installs, installs nothing twice, and is done at once when nothing is missing.
set -eu
cd "$(dirname "$0")/.."
mode=${1:-zine}
venv=.venv
export DEBIAN_FRONTEND=noninteractive PIP_DISABLE_PIP_VERSION_CHECK=1

say() { printf '%s\n' "setup: $*"; }
stop() { printf '%s\n' "setup: $*" >&2; exit 3; }
has() { command -v "$1" >/dev/null 2>&1; }

# Run a command that changes the system: as root, or by sudo; else say the command and stop.
system() {
    say "running: $*"
    if [ "$(id -u)" = 0 ] || [ "$1" = brew ]; then
        "$@" </dev/null >/dev/null
    elif has sudo; then
        sudo "$@" >/dev/null
    else
        stop "this needs the rights of root; run: $*"
    fi
}

# Install system packages by apt-get. The lists may be old, or missing on a new machine: then they are fetched first.
apt_install() {
    has apt-get || return 1
    ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1 || system apt-get update -qq || true
    system apt-get install -qq -y --no-install-recommends "$@" && return 0
    system apt-get update -qq && system apt-get install -qq -y --no-install-recommends "$@"
}

case $mode in
zine) wanted=. things="pango harfbuzz-subset" ;;
test) wanted='.[dev]' things="pango harfbuzz-subset chromium java qpdf"
    [ "$(uname)" = Linux ] && things="$things libatomic" ;;
*) stop "say zine or test, not $mode" ;;
esac

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
    for name in ${PYTHON:-} python3 python3.13 python3.12 python3.11 /opt/homebrew/bin/python3 /usr/local/bin/python3; do
        if has "$name" && new_enough "$name"; then
            python=$(command -v "$name")
            return 0
        fi
    done
    return 1
}

# --- Is everything there already? ------------------------------------------------------------------------------------
stamp() { { pwd; cat pyproject.toml tools/setup.sh zinegen/doctor.py; } | cksum; }
ready() { [ -f "$venv/.ready-$1" ] && [ "$(cat "$venv/.ready-$1")" = "$(stamp)" ] && "$venv/bin/python" -c 'import zinegen' 2>/dev/null; }
ready "$mode" && exit 0
[ "$mode" = zine ] && ready test && exit 0

# --- Python, and a place of its own for our packages -----------------------------------------------------------------
if ! find_python; then
    if has brew; then
        system brew install python@3.13
    else
        apt_install python3 || true
        find_python || apt_install python3.11 || true
    fi
    find_python || stop "Python 3.11 or newer is missing; install it, or name it: make zine PYTHON=/path/to/python3"
fi

make_venv() { "$python" -m venv "$venv" >/dev/null 2>&1 && "$venv/bin/python" -m pip --version >/dev/null 2>&1; }
if ! { [ -x "$venv/bin/python" ] && new_enough "$venv/bin/python" && "$venv/bin/python" -m pip --version >/dev/null 2>&1; }; then
    say "making $venv with $("$python" --version)"
    rm -rf "$venv"
    if ! make_venv; then
        # Debian keeps the part of Python that makes venvs in a package of its own.
        version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
        rm -rf "$venv"
        apt_install "python$version-venv" || apt_install python3-venv || true
        make_venv || stop "$python cannot make a venv; run: sudo apt-get install python$version-venv"
    fi
fi

say "installing zinegen and its Python packages into $venv"
"$venv/bin/python" -m pip install --quiet --editable "$wanted" ||
    stop "pip could not install the packages (see above); is the network there?"

# --- What Python cannot bring: native libraries, and for the tests a browser and Java --------------------------------
missing() { "$venv/bin/python" -c 'import sys; from zinegen import doctor; print(*doctor.lacking(sys.argv[1:]))' $things; }
# shellcheck disable=SC2086
remedy() { "$venv/bin/python" -c 'import sys; from zinegen import doctor; print(doctor.remedy(*sys.argv[1:]))' $(missing); }
if [ -n "$(missing)" ]; then
    command=$(remedy)
    say "missing: $(missing)"
    # shellcheck disable=SC2086
    case $command in
    *"apt-get install -y "*) apt_install ${command#*install -y } || true ;;
    sudo\ *) system ${command#sudo } || true ;;
    brew\ *) system $command || true ;;
    esac
    [ -z "$(missing)" ] || stop "still missing: $(missing); run: $(remedy)"
fi
stamp >"$venv/.ready-$mode"
say "ready"
