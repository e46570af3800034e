"""Dialects that are not run here as they are, known by what only they have."""

from __future__ import annotations

import re

from solvers.grading.calls import Loaded
from solvers.grading.language import PROLOG, PYTHON
from solvers.grading.submission import Submission

SCHEMES = {
    "Chicken Scheme": r"\(import\s+\(?chicken|\(use\s+(srfi|list-utils)|\(require-extension|csi\b",
    "Gauche": r"\(use\s+(gauche|util|srfi-\d)|\bgosh\b|\(define-method|\^\[",
    "Chez Scheme": r"\(import\s+\(chezscheme\)|#!chezscheme|\(iota\s+\d+\)\s*;.*chez",
    "MIT Scheme": r"\(declare\s+\(usual-integrations|#!optional|#!default|named-lambda|\(pp\s"
    r"|hash-table/|except-last-pair|\(define-integrable|string-pad-left",
    "Gambit": r"##|\(declare\s+\(standard-bindings",
    "Common Lisp": r"\(defun\s|\(defvar\s|\(setq\s|\(loop\s+for\s",
    "Clojure": r"\(defn\s|\(ns\s|\(def\s",
    "Emacs Lisp": r"\(defcustom|\(require\s+'",
}
PROLOGS = {
    "GNU Prolog": r"\bfd_|g_assign|:-\s*initialization\(main\)\.",
    "SICStus Prolog": r"\bdomain\(|library\((fdbg|between|timeout)\)",
    "ECLiPSe": r":-\s*lib\(|\bsearch\(|#::|\bic\b",
    "Ciao": r"use_package|:-\s*module\(_",
    "SWISH": r"use_rendering",
    "B-Prolog": r"\bin\s*1\.\.|foreach\(",
}
PYTHONS = {"Python 2": r"^\s*print\s+[\"'\w]|\bxrange\b|\braw_input\b|except\s+\w+\s*,\s*\w+\s*:"}


def dialect_of(submission: Submission, loaded: Loaded) -> str:
    """The dialect's name; nothing where the file is not known to be of one."""
    if loaded.dialect:
        return loaded.dialect
    language = submission.language
    known = PYTHONS if language is PYTHON else PROLOGS if language is PROLOG else SCHEMES
    found = (name for name, sign in known.items() if re.search(sign, submission.text, re.MULTILINE))
    return next(found, "")
