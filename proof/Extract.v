(* The checker as a program: OCaml's numbers, lists and truth values stand for those of the proof. *)

Require Import Checker.
Require Extraction.
Require Import ExtrOcamlBasic ExtrOcamlNatInt.

Extraction "certificate.ml" start run result solved.
