(* What a solution is, and the checker of certificates.

   Sound.v proves that the checker is sound. To know what that says, read [board], [attacks],
   [solution] and [check]; the proof deals with what stands between. docs/trust.md says what
   a certificate is, and what is still trusted. *)

Require Import List Arith Lia Bool.
Import ListNotations.

(* ---------- What a solution is ---------- *)

(* n columns and n rows, both from 0; the rows of the first queens; the blocked squares; the colour
   of each square, on a coloured board. *)
Record board := Board {
  size : nat;
  prefix : list nat;
  is_blocked : nat -> nat -> bool;  (* column, row *)
  colours : option (nat -> nat -> nat)  (* column, row *)
}.

(* A queen in this row of the left column, and one in the other row of the right column. On a
   coloured board, they attack each other in one row, if they touch, or in one colour. *)
Definition attacks (b : board) (left row right other : nat) : Prop :=
  row = other \/
  match colours b with
  | None => row + (right - left) = other \/ other + (right - left) = row
  | Some colour =>
    colour left row = colour right other \/
    right - left = 1 /\ (row + 1 = other \/ other + 1 = row)
  end.

(* A placement is a list of rows: that of the queen in column 0 first. *)
Definition solution (b : board) (rows : list nat) : Prop :=
  length rows = size b /\
  firstn (length (prefix b)) rows = prefix b /\
  (forall column row, nth_error rows column = Some row ->
     row < size b /\ is_blocked b column row = false) /\
  (forall left right row other, left < right ->
     nth_error rows left = Some row -> nth_error rows right = Some other ->
     ~ attacks b left row right other).

(* ---------- The checker ---------- *)

(* A queen is placed; the square is blocked; or the queen of that column attacks it. *)
Inductive token := Placed | Blocked | Attacked (by_column : nat).

Definition attacksb (b : board) (left row right other : nat) : bool :=
  (row =? other) ||
  match colours b with
  | None => (row + (right - left) =? other) || (other + (right - left) =? row)
  | Some colour =>
    (colour left row =? colour right other) ||
    ((right - left =? 1) && ((row + 1 =? other) || (other + 1 =? row)))
  end.

(* Queens are kept newest first, so the queen [d] columns before is at place [d - 1], and the first
   one stands in the column that is the number of the others. *)
Fixpoint free (b : board) (column row : nat) (queens : list nat) : bool :=
  match queens with
  | [] => true
  | queen :: others =>
    negb (attacksb b (length others) queen column row) && free b column row others
  end.

Fixpoint solved (b : board) (queens : list nat) : bool :=
  match queens with
  | [] => true
  | row :: others =>
    (row <? size b) && negb (is_blocked b (length others) row) &&
    free b (length others) row others && solved b others
  end.

(* Where the checker is: the queens of the path, their number, the row of the next column whose
   token comes next, and the solutions found, newest first. [Done] when no square is left. *)
Inductive state :=
  | Open (queens : list nat) (column row : nat) (found : list (list nat))
  | Done (found : list (list nat)).

(* Leave the columns whose rows are all done; those of the prefix, [first] many, stay. *)
Fixpoint leave (n first : nat) (queens : list nat) (column row : nat) (found : list (list nat))
  : state :=
  if row <? n then Open queens column row found
  else if column <=? first then Done found
  else match queens with
       | [] => Done found
       | queen :: others => leave n first others (pred column) (S queen) found
       end.

(* A path that is as long as the board: it is a solution or not, and nothing is below it. *)
Definition enter (b : board) (queens : list nat) (column : nat) (found : list (list nat)) : state :=
  if column <? size b then Open queens column 0 found
  else leave (size b) (length (prefix b)) queens column (size b)
         (if (column =? size b) && solved b queens then rev queens :: found else found).

(* The one token that is right for a square: the first queen that attacks it; else that it is blocked;
   else a queen is placed. So a board has one certificate, and no changed one is accepted. *)
Fixpoint right_token (b : board) (queens : list nat) (column row : nat) : token :=
  match queens with
  | [] => if is_blocked b column row then Blocked else Placed
  | queen :: others =>
    match right_token b others column row with
    | Attacked by_column => Attacked by_column
    | unattacked =>
      if attacksb b (length others) queen column row then Attacked (length others) else unattacked
    end
  end.

Definition is_right (b : board) (queens : list nat) (column row : nat) (t : token) : bool :=
  match t, right_token b queens column row with
  | Placed, Placed | Blocked, Blocked => true
  | Attacked by_column, Attacked first => by_column =? first
  | _, _ => false
  end.

Definition step (b : board) (s : state) (t : token) : option state :=
  match s with
  | Done _ => None
  | Open queens column row found =>
    if is_right b queens column row t then
      Some (match t with
            | Placed => enter b (row :: queens) (S column) found
            | _ => leave (size b) (length (prefix b)) queens column (S row) found
            end)
    else None
  end.

Definition start (b : board) : state := enter b (rev (prefix b)) (length (prefix b)) [].

(* Tokens may come in pieces: [run] goes on where it was. *)
Fixpoint run (b : board) (s : state) (ts : list token) : option state :=
  match ts with
  | [] => Some s
  | t :: ts => match step b s t with Some s' => run b s' ts | None => None end
  end.

Definition result (s : state) : option (list (list nat)) :=
  match s with Done found => Some (rev' found) | Open _ _ _ _ => None end.

Definition check (b : board) (ts : list token) : option (list (list nat)) :=
  match run b (start b) ts with Some s => result s | None => None end.
