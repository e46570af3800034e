"""Watches a Python submission: its calls, and the values that they yield and return.

The sandbox runs this program in place of the submission. The tracer puts three lines in front:
SOURCE, the submission's text; ENTRY, the name of its function or None; LINES, whether executed
lines are steps, too. ``queens`` returns the steps as its answers.
"""

import dis
import sys

MOST, MOST_LINES = 20000, 1000000
NAMES = ["nqueens", "queens", "solvenqueens", "eightqueens", "queen", "nqueen", "solve"]
FILE = "submission"
INSIDE = ("<module>", "<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")
LONGEST = 120


class TooLong(BaseException):
    """The program makes more steps than a film shows."""


def shown(value):
    """The value as text of at most LONGEST characters."""
    try:
        text = repr(value)
    except Exception:
        text = object.__repr__(value)
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def called(frame):
    """The call of a function with its arguments, without ``self``, as text."""
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    arguments = [shown(frame.f_locals[name]) for name in names if name in frame.f_locals]
    if names[:1] == ("self",):
        del arguments[0]
    return f"{code.co_name}({', '.join(arguments)})"


def entry(module):
    """The function to call with n: ENTRY, or else the first of NAMES; None without one."""
    found = {
        name: member
        for name, member in module.items()
        if callable(member) and not name.startswith("_")
    }
    for name, member in list(found.items()):
        if isinstance(member, type) and member.__module__ == module["__name__"]:
            found.update((m, getattr(member(), m)) for m in vars(member) if not m.startswith("_"))
    if ENTRY:
        return found.get(ENTRY.split(".")[-1])
    plain = {name.lower().replace("_", ""): member for name, member in found.items()}
    return next((plain[name] for name in NAMES if name in plain), None)


def raised_at(error):
    """The line of the submission at which an exception was raised; 0 if it was elsewhere."""
    line, trace = 0, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def queens(n):
    """The steps of the submission for n: kind, depth, line, and the call or value."""
    steps, suspended, depth, executed, calls = [], set(), 0, 0, 0

    def watch_lines(frame, event, _):
        nonlocal executed
        code = frame.f_code
        if code.co_filename != FILE or code.co_name in INSIDE:
            return None
        if event == "line":
            executed += 1
            if executed > (MOST if LINES else MOST_LINES):
                sys.settrace(None)
                sys.setprofile(None)
                raise TooLong(f"{executed - 1:,} executed lines")
            if LINES:
                steps.append(["line", depth, frame.f_lineno, code.co_name])
        return watch_lines

    def watch(frame, event, value):
        nonlocal depth, calls
        code = frame.f_code
        if code.co_filename != FILE or code.co_name in INSIDE or event not in ("call", "return"):
            return
        line, calls = frame.f_lineno, calls + 1
        if calls > MOST:
            raise TooLong(f"{MOST:,} calls and returns")
        if event == "call":
            what = "resume" if frame in suspended else "call"
            suspended.discard(frame)
            steps.append([what, depth, line, called(frame) if what == "call" else code.co_name])
            depth += 1
        else:
            depth -= 1
            # From Python 3.13 on, f_lasti of a yield is at the next instruction, RESUME.
            last = dis.opname[code.co_code[frame.f_lasti]]
            if last in ("YIELD_VALUE", "RESUME"):
                suspended.add(frame)
                steps.append(["yield", depth, line, code.co_name, shown(value)])
            elif last.startswith("RETURN"):
                steps.append(["return", depth, line, code.co_name, shown(value)])
            else:
                steps.append(["raise", depth, line, f"out of {code.co_name}"])

    module = {"__name__": FILE, "__file__": FILE}
    try:
        exec(compile(SOURCE, FILE, "exec"), module)
        function = entry(module)
    except BaseException as error:
        return [["raise", 0, 0, f"{type(error).__name__}: {error}"]]
    if function is None:
        return []
    sys.settrace(watch_lines)
    sys.setprofile(watch)
    try:
        result = function(n)
        if hasattr(result, "__next__"):
            for _ in result:
                pass
        sys.setprofile(None)
    except TooLong as limit:
        sys.setprofile(None)
        steps.append(["stop", 0, 0, str(limit)])
    except BaseException as error:
        sys.setprofile(None)
        steps.append(["raise", 0, raised_at(error), f"{type(error).__name__}: {error}"])
    sys.settrace(None)
    return steps
