"""Runs a model in MiniZinc; stands alone, inside the sandbox, beside models.py."""

import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from models import Failure, copied, main, refuse_outside, size_among

# Debian's own library of Gecode lacks a file, so that include "globals.mzn" fails; the first of these
# has it, but also constraints that this Gecode does not know. The second replaces them by others.
LIBRARIES = "gecode_presolver", "std"
COMPLETE = "ALL_SOLUTIONS", "UNSATISFIABLE"

TEXT = r'"(?:[^"\\\n]|\\.)*"'
IN_TEXT = rf"\\\((?:[^()\"\n]|{TEXT}|\((?:[^()\"\n]|{TEXT})*+\))*+\)"  # an expression: \(row[1])
NO_CODE = re.compile(rf""""(?:{IN_TEXT}|[^"\\\n]|\\.)*+"|'[^'\n]*'|%[^\n]*|/\*.*?\*/""", re.DOTALL)
INT_WITH_VALUE = re.compile(
    r"\s*(?:par\s+)?(?:int|-?\d+\s*\.\.\s*-?\d+)\s*:\s*(\w+)\s*(?:::[^=]*)?(=\s*\d+)\s*"
)
ASSIGNMENT = re.compile(r"\s*(\w+)\s*=\s*(.*?)\s*", re.DOTALL)


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


def without_output(text):
    """The text without its output items, which could write anything into MiniZinc's JSON."""
    spans = [
        (start, start + len(item) + 1)
        for start, item in items_of(text)
        if re.match(r"\s*output\b", item)
    ]
    return blanked(text, spans)


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
        self.folder, self.file = copied(path, without_output), os.path.basename(path)
        self.library, files = LIBRARIES[0], sorted(pathlib.Path(self.folder).iterdir())
        self.data = [file.name for file in files if file.suffix == ".dzn"]
        self.texts = {
            file.name: file.read_text(encoding="utf-8")
            for file in files
            if file.name in {self.file, *self.data}
        }
        face = next(self.lines("--model-interface-only", self.file), {})
        for included in face.get("included_files", ()):
            refuse_outside(included, self.folder)
        if face.get("has_output_item"):
            raise Failure("error", "its output item could not be left out; remove it")
        self.optimises = face.get("method") in ("min", "max")
        self.output = face.get("output", {})
        self.size, self.trouble = self.find_size(face.get("input", {}))

    def find_size(self, free):
        """The parameter that takes n, and the failure if parameters have no value.

        The places of its own value, in the model or in the data, are blanked when n is given.
        """
        self.own, given, numbers = {}, set(), set()
        ints = set(re.findall(r"\bint\s*:\s*(\w+)", self.texts[self.file])) | {*free}
        for name, text in self.texts.items():
            for start, item in items_of(text):
                if match := INT_WITH_VALUE.fullmatch(item):
                    span, is_number = match.span(2), True
                elif match := ASSIGNMENT.fullmatch(item):
                    span, is_number = (0, len(item) + 1), match[2].isdecimal() and match[1] in ints
                else:
                    continue
                given.add(match[1])
                numbers |= {match[1]} if is_number else set()
                place = name, start + span[0], start + span[1]
                self.own.setdefault(match[1], []).append(place)
        without = [name for name in free if name not in given]
        if len(without) > 1 or any(free[name] != {"type": "int"} for name in without):
            return "", Failure("parameters", ", ".join(without))
        return without[0] if without else size_among(sorted(numbers)), None

    def lines(self, *arguments):
        """Run MiniZinc and yield the objects that it prints; raises Failure for an error."""
        command = ["minizinc", "--solver", "gecode", "-G", self.library, "--json-stream"]
        process = subprocess.Popen(
            [*command, *arguments],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        text, is_solved = "", False
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
            is_solved = is_solved or found.get("type") == "solution"
            yield found
        code = process.wait()
        if code and not is_solved and self.library == LIBRARIES[0]:
            self.library = LIBRARIES[1]
            yield from self.lines(*arguments)
        elif code:
            raise Failure("error", f"minizinc has ended with the exit code {code}")

    def error(self, found):
        """The kind of an error and its message, in MiniZinc's words, with its line."""
        what, message = str(found.get("what", "error")), str(found.get("message", ""))
        place = found.get("location") or {}
        if what == "syntax error":  # of a file that is no model
            refuse_outside(str(place.get("filename", "")), self.folder)
        at = f"line {place['firstLine']}: " if place.get("firstLine") else ""
        file = os.path.basename(str(place.get("filename", self.file)))
        at = at if file == self.file else f"{file}, {at}"
        words = message if what in message else f"{what}: {message}" if message else what
        kind = "syntax" if what in ("syntax error", "type error", "include error") else "error"
        return kind, at + " ".join(words.replace(self.folder + "/", "").split())

    def constraints(self):
        """The place of each constraint of the model's own file."""
        return [
            (start + len(item) - len(item.lstrip()), start + len(item) + 1)
            for start, item in items_of(self.texts[self.file])
            if re.match(r"\s*constraint\b", item)
        ]

    def answers(self, n=None, first=False, lines=False, without=None, fixed="", **_):
        """Yield the solutions for n, or of the model as it is if n is None.

        With ``first``, only one. The constraint of number ``without`` is left out, and the items in
        ``fixed`` are put in. ``lines``: instead of solutions, the lines of the constraints.
        """
        if lines:
            text = self.texts[self.file]
            found = [text.count("\n", 0, start) + 1 for start, _ in self.constraints()]
            yield {"tried": found, "constraints": found}
            return
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
        if without is not None:
            texts[self.file] = blanked(texts[self.file], [self.constraints()[without]])
        texts[self.file] += "\n" + fixed
        for name, text in texts.items():
            pathlib.Path(self.folder, name).write_text(text, encoding="utf-8")
        many = [] if first else ["--all-solutions"]
        done = False
        for found in self.lines(*many, "--output-mode", "json", *defined, self.file, *self.data):
            if found.get("type") == "solution":
                yield {name: plain_value(each) for name, each in found["output"]["json"].items()}
            done = done or found.get("status") in COMPLETE
        if not done and not first:
            raise Failure("error", "the engine has not said that these are all solutions")


if __name__ == "__main__":
    main(Model)
