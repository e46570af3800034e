#!/bin/sh
# Gradescope runs this once, as root, when it builds the image. The wheel lies beside it in the zip.
set -eu
source=${AUTOGRADER:-/autograder}/source
queens=${QUEENS:-/opt/queens}

# Leave out the languages that your students do not use.
if ! command -v swipl || ! command -v racket || ! python3 -c 'import ensurepip, venv'; then
    apt-get update
    apt-get install --yes --no-install-recommends python3-venv swi-prolog-nox racket
fi

# The suite needs Python 3.11 or newer; uv fetches one where the system's is older.
python3 -m venv "$queens/uv"
"$queens/uv/bin/pip" install --quiet uv
export UV_TOOL_DIR="$queens/tools" UV_TOOL_BIN_DIR="$queens/bin" UV_PYTHON_INSTALL_DIR="$queens/python"
"$queens/uv/bin/uv" tool install --quiet "$source"/solver_parity-*.whl
