"""Runs a model in MiniZinc; stands alone, inside the sandbox, beside models.py."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from models import Failure, main, size_among

# Debian's own library of Gecode lacks a file, so that include "globals.mzn" fails; this one has it.
COMMAND = ["minizinc", "--solver", "gecode", "-G", "gecode_presolver", "--json-stream"]

NO_CODE = re.compile(r'"(?:[^"\\\n]|\\.)*"|%[^\n]*|/\*.*?\*/', re.DOTALL)
INT_WITH_VALUE = re.compile(
    r"\s*(?:par\s+)?(?:int|-?\d+\s*\.\.\s*-?\d+)\s*:\s*(\w+)\s*(?:::[^=]*)?(=\s*\d+)\s*"
)
ASSIGNMENT = re.compile(r"\s*(\w+)\s*=\s*(.*?)\s*", re.DOTALL)
BOUNDED = re.compile(r"\bvar\s+(?!int\b|bool\b|float\b|set\b)([^:]*?)\s*:\s*(\w+)\b")


def items_of(text):
    """Each item of a model or of data: its start, and its text with blanks for comments, texts."""
    code = NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    start = depth = 0
    for at, sign in enumerate(code):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == ";" and depth == 0:
            yield start, code[start:at]
            start = at + 1
    yield start, code[start:]


def blanked(text, spans):
    """The text with blanks in these spans, so that every line keeps its number."""
    for start, end in spans:
        text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
    return text


def plain_value(value):
    """A value of MiniZinc's JSON as a value of a record; sets of one element as the element."""
    if isinstance(value, list):
        items = [plain_value(item) for item in value]
        are_sets = all(isinstance(item, dict) and "set" in item for item in items)
        if items and are_sets and all(len(item["set"]) == 1 for item in items):
            return [item["set"][0] for item in items]
        return items
    if isinstance(value, dict) and "set" in value:
        found = []
        for item in value["set"]:
            first, last = item if isinstance(item, list) else (item, item)
            found += range(first, last + 1)
        return {"set": found}
    if isinstance(value, dict):
        return {"symbol": str(value.get("e", value))}
    return {"float": repr(value)} if isinstance(value, float) else value


class Model:
    """A model, its data, and the parameter that takes n; "" if there is none."""

    def __init__(self, path):
        self.folder = tempfile.mkdtemp()
        beside = os.path.dirname(path)
        for name in os.listdir(beside):  # without its mode: the sandbox refuses to change one
            shutil.copyfile(os.path.join(beside, name), os.path.join(self.folder, name))
        self.file = os.path.basename(path)
        self.data = [name for name in sorted(os.listdir(self.folder)) if name.endswith(".dzn")]
        self.texts = {name: self.read(name) for name in (self.file, *self.data)}
        face = next(self.lines("--model-interface-only", self.file), {})
        self.optimises = face.get("method") in ("min", "max")
        self.output = face.get("output", {})
        self.size, self.trouble = self.find_size(face.get("input", {}))

    def read(self, name):
        with open(os.path.join(self.folder, name), encoding="utf-8", errors="replace") as file:
            return file.read()

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def find_size(self, free):
        """The parameter that takes n, and the failure if parameters have no value.

        The places of its own value, in the model or in the data, are blanked when n is given.
        """
        given, numbers = set(), set()
        self.own = {}
        for name in self.data:
            for start, item in items_of(self.texts[name]):
                if match := ASSIGNMENT.fullmatch(item):
                    given.add(match[1])
                    self.own.setdefault(match[1], []).append((name, start, start + len(item) + 1))
                    if match[2].isdecimal():
                        numbers.add(match[1])
        later = []
        for start, item in items_of(self.texts[self.file]):
            if match := INT_WITH_VALUE.fullmatch(item):
                numbers.add(match[1])
                span = self.file, start + match.start(2), start + match.end(2)
                self.own.setdefault(match[1], []).append(span)
            elif (match := ASSIGNMENT.fullmatch(item)) and match[2].isdecimal():
                later.append((match[1], start, start + len(item) + 1))
        declared = re.findall(r"\bint\s*:\s*(\w+)", self.texts[self.file])
        for name, start, end in later:
            if name in declared:
                numbers.add(name)
                self.own.setdefault(name, []).append((self.file, start, end))
        open_ones = [name for name in free if name not in given]
        ints = [name for name in open_ones if free[name] == {"type": "int"}]
        if len(open_ones) > 1 or open_ones != ints:
            return "", Failure("parameters", ", ".join(open_ones))
        return ints[0] if ints else size_among(sorted(numbers)), None

    def lines(self, *arguments):
        """Run MiniZinc and yield the objects that it prints; raises Failure for an error."""
        process = subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        text = ""
        for line in process.stdout:
            text += line.decode(errors="replace")
            try:
                found = json.loads(text)
            except ValueError:
                continue  # an object can go over several lines
            text = ""
            if found.get("type") == "error":
                raise Failure(*self.error(found))
            if found.get("type") == "trace":  # the model's own output
                sys.stdout.write(str(found.get("message")))
                sys.stdout.flush()
            yield found
        if code := process.wait():
            raise Failure("error", f"minizinc has ended with the exit code {code}")

    def error(self, found):
        """The kind of an error and its message, in MiniZinc's words, with its line."""
        what, message = str(found.get("what", "error")), str(found.get("message", ""))
        place = found.get("location") or {}
        at = f"line {place['firstLine']}: " if place.get("firstLine") else ""
        file = os.path.basename(str(place.get("filename", self.file)))
        at = at if file == self.file else f"{file}, {at}"
        words = message if what in message else f"{what}: {message}" if message else what
        kind = "syntax" if what in ("syntax error", "type error", "include error") else "error"
        return kind, at + " ".join(words.replace(self.folder + "/", "").split())

    def answers(self, n=None, first=False, relaxed=(), **_):
        """Yield the solutions for n, or of the model as it is if n is None.

        With ``first``, only one. The variables in ``relaxed`` lose their bounds.
        """
        if self.trouble:
            raise self.trouble
        if self.optimises and not first:
            raise Failure("optimises", "")
        if n is not None and not self.size:
            raise Failure("size", "")
        texts, defined = dict(self.texts), []
        if n is not None:
            for name, start, end in self.own.get(self.size, ()):
                texts[name] = blanked(texts[name], [(start, end)])
            defined = ["-D", f"{self.size} = {n};"]
        for start, item in reversed([*items_of(texts[self.file])] if relaxed else []):
            match = BOUNDED.search(item)
            if match and match[2] in relaxed:
                text, (left, right) = texts[self.file], match.span(1)
                texts[self.file] = f"{text[: start + left]}int{text[start + right :]}"
        for name, text in texts.items():
            self.write(name, text)
        many = [] if first else ["--all-solutions"]
        done = False
        for found in self.lines(*many, "--output-mode", "json", *defined, self.file, *self.data):
            if found.get("type") == "solution":
                yield {name: plain_value(each) for name, each in found["output"]["json"].items()}
            done = done or found.get("type") == "status"
        if not done and not first:
            raise Failure("error", "the engine has not said that these are all solutions")


if __name__ == "__main__":
    main(Model)
