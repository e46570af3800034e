"""Runs a model in ASP by clingo; stands alone, inside the sandbox, beside models.py."""

import os
import re
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, FOLDER)
sys.path.append(os.path.join(FOLDER, "packages"))

from models import Failure, copied, main, refuse_outside, size_among

MESSAGE = re.compile(r"([^\n]*?):(\d+):[\d:-]+: (?:error|info|warning): (.*)", re.DOTALL)

IN_INTERVAL = re.compile(r"\.\.\(*([a-z]\w*)\b(?!\()|\b(n)\b")

TEXT_OR_LETTER = re.compile(r'("(?:[^"\\\n]|\\.)*")|[^\x00-\x7f]')


def with_ascii_code(text):
    """The text with a backtick for each letter that clingo refuses by half of its bytes."""
    return TEXT_OR_LETTER.sub(lambda match: match[1] or "`", text)


def size_candidates(values, text):
    """The constants that can be the size: those without a value in intervals, or else numbers.

    ``values``: the text of each value by the constant's name; ``text``: the rules in clingo's form.
    """
    used = dict.fromkeys(map("".join, IN_INTERVAL.findall(text)))
    numbers = [name for name, value in values.items() if value.isdecimal()]
    return [name for name in used if name not in values] or numbers


def load(path):
    """The model in the file; raises Failure."""
    try:
        import clingo.ast
    except ImportError as error:
        raise Failure("package", f"clingo cannot be imported: {error}") from None
    return Model(clingo, path)


class Model:
    """The statements of a model, and the constant that takes n; "" if there is none."""

    def __init__(self, clingo, path):
        self.clingo, self.kinds = clingo, clingo.ast.ASTType
        self.statements, self.messages, self.file = [], [], os.path.basename(path)
        self.has_answered, folder = False, copied(path, with_ascii_code)
        path = os.path.join(folder, self.file)
        try:
            clingo.ast.parse_files([path], self.statements.append, logger=self.note)
        except RuntimeError as error:
            for match in filter(None, (MESSAGE.match(text) for _, text in self.messages)):
                refuse_outside(match[1], folder)
            raise Failure("syntax", self.message(error)) from None
        for each in self.statements:
            refuse_outside(each.location.begin.filename, folder)
        if any(each.ast_type == self.kinds.Script for each in self.statements):
            raise Failure("script", "")
        definitions = [each for each in self.statements if each.ast_type == self.kinds.Definition]
        values = {each.name: str(each.value) for each in definitions}
        text = "\n".join(map(str, self.statements))
        self.size = size_among(size_candidates(values, text))

    def note(self, code, message):
        self.messages.append((code, message))

    def message(self, error):
        """The first error that clingo has told, in its words, with its line and without paths."""
        for _, text in self.messages:
            if match := MESSAGE.match(text):
                path, line, words = match.groups()
                file = os.path.basename(path)
                at = f"line {line}: " if file == self.file else f"{file}, line {line}: "
                return at + " ".join(re.sub(r"\S*/(?=[^/\s]*:\d)", "", words).split())
        return " ".join(str(error).split())

    def rules(self):
        """The rules of the model's own file that are no facts."""
        return [
            each
            for each in self.statements
            if each.ast_type == self.kinds.Rule
            and os.path.basename(each.location.begin.filename) == self.file
            and (len(each.body) or each.head.ast_type != self.kinds.Literal)
        ]

    def answers(
        self, n=None, first=False, hidden=False, lines=False, without=None, fixed="", **_
    ):  # fmt: skip
        """Yield the answer sets for n, or of the model as it is if n is None.

        With ``first``, only one. ``hidden``: with the atoms that are not shown and differ between
        answer sets. The rule of number ``without`` is left out, and the rules in ``fixed`` are put
        in. ``lines``: instead of answer sets, the lines of the rules, and of the constraints among
        them.
        """
        if lines:
            hard = [each for each in self.rules() if str(each.head) == "#false"]
            yield {
                name: [each.location.begin.line for each in found]
                for name, found in (("tried", self.rules()), ("constraints", hard))
            }
            return
        left_out = None if without is None else self.rules()[without]
        if n is not None and not self.size:
            raise Failure("size", "")
        self.messages = []
        options = ["0", "--opt-mode=optN"] + ([] if n is None else ["-c", f"{self.size}={n}"])
        try:
            control = self.clingo.Control(options, logger=self.note, message_limit=1000)
            with self.clingo.ast.ProgramBuilder(control) as builder:
                for each in self.statements:
                    if each is not left_out:
                        builder.add(each)
                self.clingo.ast.parse_string(fixed, builder.add)
            control.ground([("base", [])])
        except RuntimeError as error:
            raise Failure("error", self.message(error)) from None
        atoms = control.symbolic_atoms if hidden else ()
        facts, count = {atom.symbol for atom in atoms if atom.is_fact}, 0
        with control.solve(yield_=True) as handle:
            for model in handle:
                if model.cost and not model.optimality_proven:
                    continue
                count += 1
                symbols = model.symbols(atoms=hidden, shown=True)
                yield self.grouped(each for each in symbols if each not in facts)
                if first:
                    return
            if not handle.get().exhausted:
                raise Failure("error", "clingo has not said that these are all answer sets")
        self.has_answered = self.has_answered or count > 0
        undefined = [m for m in self.messages if m[0] == self.clingo.MessageCode.AtomUndefined]
        if undefined and not self.has_answered:  # facts that it needs may be missing
            self.messages = undefined
            raise Failure("error", self.message(""))

    def grouped(self, symbols):
        """The atoms by name and arity: the arguments of each, in order."""
        found, types = {}, self.clingo.SymbolType
        for symbol in sorted(symbols):
            if symbol.type == types.Function:
                name = ("-" if symbol.negative else "") + (symbol.name or "()")
                found.setdefault(f"{name}/{len(symbol.arguments)}", []).append(
                    [
                        each.number if each.type == types.Number else str(each)
                        for each in symbol.arguments
                    ]
                )
        return found


if __name__ == "__main__":
    main(load)
