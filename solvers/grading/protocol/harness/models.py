"""The common part of the harnesses of models; stands alone, inside the sandbox, beside them.

The protocol is described in protocol/__init__.py. The question about a model is the JSON of the
arguments of its method ``answers``, and each answer is a solution: the values by their names.
"""

import json
import os
import sys
import tempfile

USUAL = ("n", "size", "board_size", "queens", "n_queens", "nb_queens", "num_queens")


class Failure(Exception):
    """A failure of loading a model or of a question: the protocol's name of it, and a message."""


def plain(name):
    """The name in lower case and without underscores."""
    return name.replace("_", "").lower()


def size_among(names):
    """The name of the size: the first usual one, or else the only one; "" if neither is there."""
    usual = [name for each in map(plain, USUAL) for name in names if plain(name) == each]
    return usual[0] if usual else names[0] if len(names) == 1 else ""


def copied(path, changed=str):
    """A writable folder with the files beside the model as UTF-8, after the texts were changed."""
    folder, home = tempfile.mkdtemp(), os.path.dirname(path)
    for name in sorted(os.listdir(home)):
        with open(os.path.join(home, name), encoding="utf-8-sig", errors="replace") as file:
            text = changed(file.read().replace("\ufffd", "?"))
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    return folder


def refuse_outside(name, folder):
    """Fail if the engine has read a file of this name, in which it is, from another folder."""
    home = os.path.realpath(os.path.join(folder, os.path.dirname(name)))
    if home != os.path.realpath(folder):
        message = f"it includes {name}, and only files beside the model can be included"
        raise Failure("include", message)


def main(open_model):
    """Read the job from standard input, load the model, and answer each question."""
    asks = os.fdopen(os.dup(0), "r", encoding="utf-8")
    token, path, descriptor, _ = (asks.readline().rstrip("\n") for _ in range(4))
    records = os.fdopen(int(descriptor), "w", encoding="utf-8")
    os.set_inheritable(int(descriptor), False)

    def send(kind, data):
        records.write(f"{token} {kind} {json.dumps(data)}\n")
        records.flush()

    send("loading", {})
    model, ready = None, {"load_error": "", "kind": ""}
    try:
        model = open_model(path)
    except Failure as failure:
        ready["kind"], ready["load_error"] = failure.args
    send("ready", ready)
    for line in asks:
        token, text = line.rstrip("\n").split("\t")
        count = 0
        try:
            for solution in model.answers(**json.loads(text)):
                send("answer", {"dict": [*solution.items()]})
                count += 1
        except Failure as failure:
            what, message = failure.args
            send("failed", {"what": what, "message": message})
        else:
            send("end", {"count": count})
    sys.stdout.flush()
    os._exit(0)
