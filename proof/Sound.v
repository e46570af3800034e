(* The checker is sound: the theorem is [sound], at the end.

   What is kept true while tokens are read is [right_so_far]: what was found are the solutions that
   come before the square whose token is next, each once. *)

Require Import List Arith Lia Bool Checker.
Import ListNotations.

Lemma run_in_pieces b ts : forall s more,
  run b s (ts ++ more) = match run b s ts with Some s' => run b s' more | None => None end.
Proof.
  induction ts as [|t ts IH]; intros s more; simpl; [reflexivity|].
  destruct (step b s t); [apply IH | reflexivity].
Qed.

Lemma attacksb_spec b left row right other :
  attacksb b left row right other = true <-> attacks b left row right other.
Proof.
  unfold attacksb, attacks. destruct (colours b);
    rewrite !orb_true_iff, ?andb_true_iff, ?orb_true_iff, !Nat.eqb_eq; tauto.
Qed.

(* Newest first and column 0 first: the same queens. *)
Lemma nth_error_rev (w : list nat) i a :
  nth_error w i = Some a -> nth_error (rev w) (length w - S i) = Some a.
Proof.
  intros H. assert (L : i < length w) by (apply nth_error_Some; congruence).
  rewrite (nth_error_nth' _ 0) by (rewrite rev_length; lia).
  rewrite rev_nth by lia. f_equal. replace (length w - S (length w - S i)) with i by lia.
  apply nth_error_nth. exact H.
Qed.

Lemma nth_error_of_rev (w : list nat) i a :
  nth_error (rev w) i = Some a -> i < length w /\ nth_error w (length w - S i) = Some a.
Proof.
  intros H. assert (L : i < length w) by (rewrite <- rev_length; apply nth_error_Some; congruence).
  split; [exact L|]. apply nth_error_rev in H. rewrite rev_involutive, rev_length in H. exact H.
Qed.

Lemma free_spec b column row w :
  free b column row w = true <->
  forall i queen, nth_error w i = Some queen -> ~ attacks b (length w - S i) queen column row.
Proof.
  induction w as [|a w IH]; simpl.
  - split; [intros _ [|i] queen; discriminate | reflexivity].
  - rewrite andb_true_iff, negb_true_iff, <- not_true_iff_false, attacksb_spec, IH. split.
    + intros [Ha Hw] [|i] queen; simpl; intros E.
      * injection E as <-. rewrite Nat.sub_0_r. exact Ha.
      * apply (Hw i queen E).
    + intros H. split.
      * specialize (H 0 a eq_refl). rewrite Nat.sub_0_r in H. exact H.
      * intros i queen E. exact (H (S i) queen E).
Qed.

Section Board.
Variable b : board.
Notation n := (size b).
Notation first := (length (prefix b)).

Definition on_free_squares (rows : list nat) := forall column row,
  nth_error rows column = Some row -> row < n /\ is_blocked b column row = false.

Definition peaceful (rows : list nat) := forall left right row other, left < right ->
  nth_error rows left = Some row -> nth_error rows right = Some other ->
  ~ attacks b left row right other.

Lemma nth_error_last (rows : list nat) x column row :
  nth_error (rows ++ [x]) column = Some row <->
  nth_error rows column = Some row \/ column = length rows /\ x = row.
Proof.
  destruct (lt_eq_lt_dec column (length rows)) as [[L| ->]|L].
  - rewrite nth_error_app1 by exact L. split; [tauto | intros [H|[-> _]]; [exact H | lia]].
  - rewrite nth_error_app2, Nat.sub_diag by lia. simpl. split.
    + intros [= ->]. right. auto.
    + intros [H|[_ ->]]; [|reflexivity].
      assert (length rows < length rows) by (apply nth_error_Some; congruence). lia.
  - split; [intros H | intros [H|[-> _]]; [|lia]].
    + assert (column < length (rows ++ [x])) by (apply nth_error_Some; congruence).
      rewrite app_length in *. simpl in *. lia.
    + assert (column < length rows) by (apply nth_error_Some; congruence). lia.
Qed.

Lemma solved_spec w : solved b w = true <-> on_free_squares (rev w) /\ peaceful (rev w).
Proof.
  induction w as [|x w IH]; simpl.
  - split; [|reflexivity]. intros _. split; [intros [|c] r | intros l [|r] ? ? ? ?]; discriminate.
  - rewrite !andb_true_iff, Nat.ltb_lt, negb_true_iff, free_spec, IH.
    unfold on_free_squares, peaceful. setoid_rewrite nth_error_last. rewrite rev_length. split.
    + intros [[[Hn Hb] Hf] [Hs Hp]]. split.
      * intros c r [H|[-> <-]]; auto.
      * intros l r row other L [Hl|[-> <-]] [Hr|[-> <-]]; [eauto | | | lia].
        -- apply nth_error_of_rev in Hl as [Ll Hl]. apply Hf in Hl.
           replace (length w - S (length w - S l)) with l in Hl by lia. exact Hl.
        -- apply nth_error_of_rev in Hr as [Lr _]. lia.
    + intros [Hs Hp]. split; [split; [apply (Hs (length w) x); auto|] | split].
      * intros i queen Hi. assert (L : i < length w) by (apply nth_error_Some; congruence).
        apply nth_error_rev in Hi. apply (Hp _ _ queen x); [lia | auto | auto].
      * intros c r Hc. apply Hs. auto.
      * intros l r row other L Hl Hr. apply (Hp l r); auto.
Qed.

(* What the path and the row say is done already: all that comes before them in order. *)
Definition begins (w rows : list nat) := exists e, rows = rev w ++ e.

Definition under (w : list nat) (row : nat) (rows : list nat) :=
  exists e, rows = rev w ++ e /\ match e with [] => n <= row | x :: _ => x < row end.

Fixpoint rest (w : list nat) (column : nat) (rows : list nat) : Prop :=
  match w with
  | [] => False
  | a :: w' => if column <=? first then False else under w' a rows \/ rest w' (pred column) rows
  end.

Definition before w column row rows := under w row rows \/ rest w column rows.

Lemma begins_more x w rows : begins (x :: w) rows <-> exists e, rows = rev w ++ x :: e.
Proof.
  unfold begins. simpl. split; intros [e ->]; exists e; rewrite <- app_assoc; reflexivity.
Qed.

Lemma rest_not_begins w : forall column rows, rest w column rows -> ~ begins w rows.
Proof.
  induction w as [|a w IH]; intros column rows; simpl; [tauto|].
  destruct (column <=? first); [tauto|]. rewrite begins_more. intros H [e ->].
  destruct H as [(e' & E & H)|H].
  - apply app_inv_head in E. subst e'. lia.
  - apply IH in H. apply H. exists (a :: e). reflexivity.
Qed.

Lemma solution_length rows : solution b rows -> length rows = n.
Proof. intros H. apply H. Qed.

Lemma under_all w row rows : solution b rows -> n <= row -> (under w row rows <-> begins w rows).
Proof.
  intros H R. split.
  - intros (e & -> & _). exists e. reflexivity.
  - intros [e ->]. exists e. split; [reflexivity|]. destruct e as [|x e]; [exact R|].
    destruct H as (_ & _ & H & _). destruct (H (length (rev w)) x) as [L _]; [|lia].
    rewrite nth_error_app2, Nat.sub_diag by lia. reflexivity.
Qed.

Lemma under_more w row rows : solution b rows -> length w < n ->
  (under w (S row) rows <-> under w row rows \/ begins (row :: w) rows).
Proof.
  intros H L. rewrite begins_more.
  assert (N : rows <> rev w).
  { intros ->. apply solution_length in H. rewrite rev_length in H. lia. }
  split.
  - intros ([|x e] & -> & E); [rewrite app_nil_r in N; congruence|].
    destruct (Nat.eq_dec x row) as [->|D]; [right; eauto | left].
    exists (x :: e). split; [reflexivity | simpl; lia].
  - intros [([|x e] & -> & E)|[e ->]]; [rewrite app_nil_r in N; congruence | |].
    + exists (x :: e). split; [reflexivity | simpl in *; lia].
    + exists (row :: e). split; [reflexivity | simpl; lia].
Qed.

(* What is kept true while the tokens are read. *)
Definition on_the_way (w : list nat) (column : nat) (found : list (list nat)) :=
  column = length w /\ first <= column <= n /\ firstn first (rev w) = prefix b /\ NoDup found.

Definition right_so_far (s : state) : Prop :=
  match s with
  | Open w column row found => on_the_way w column found /\ column < n /\
    forall rows, In rows found <-> solution b rows /\ before w column row rows
  | Done found => NoDup found /\ forall rows, In rows found <-> solution b rows
  end.

Lemma leave_right w : forall column row found,
  on_the_way w column found -> (row < n -> column < n) ->
  (forall rows, In rows found <-> solution b rows /\ before w column row rows) ->
  right_so_far (leave n first w column row found).
Proof.
  induction w as [|a w IH]; intros column row found (C & F & P & D) L H; simpl;
    (destruct (row <? n) eqn:E;
     [apply Nat.ltb_lt in E; exact (conj (conj C (conj F (conj P D))) (conj (L E) H))
     |apply Nat.ltb_ge in E]);
    (destruct (column <=? first) eqn:E'; [apply Nat.leb_le in E' | apply Nat.leb_gt in E']).
  - split; [exact D|]. intros rows. rewrite H. split; [tauto|]. intros S. split; [exact S|].
    left. apply under_all; [exact S | exact E |]. exists rows. reflexivity.
  - simpl in C. lia.
  - split; [exact D|]. intros rows. rewrite H. split; [tauto|]. intros S. split; [exact S|].
    left. apply under_all; [exact S | exact E |].
    assert (W : rev (a :: w) = prefix b).
    { refine (eq_trans _ P). symmetry. apply firstn_all2. rewrite rev_length. lia. }
    unfold begins. rewrite W.
    exists (skipn first rows). destruct S as (_ & S & _). rewrite <- S at 1.
    symmetry. apply firstn_skipn.
  - simpl in C. assert (length w < n) by lia. apply IH; try lia.
    + repeat split; try lia; [|exact D]. refine (eq_trans _ P). simpl.
      rewrite firstn_app. replace (first - length (rev w)) with 0 by (rewrite rev_length; lia).
      simpl. rewrite app_nil_r. reflexivity.
    + intros rows. rewrite H. unfold before. simpl.
      apply Nat.leb_gt in E'. rewrite E'.
      split; intros [S B]; (split; [exact S|]);
        rewrite (under_more w a rows S) in * by lia; rewrite (under_all (a :: w) row rows S E) in *;
        tauto.
Qed.

Lemma enter_right w column found :
  on_the_way w column found -> (forall rows, In rows found <-> solution b rows /\ rest w column rows) ->
  right_so_far (enter b w column found).
Proof.
  intros (C & F & P & D) H. unfold enter. destruct (column <? n) eqn:E.
  - apply Nat.ltb_lt in E. split; [exact (conj C (conj F (conj P D)))|]. split; [exact E|].
    intros rows. rewrite H. unfold before. split; [tauto|].
    intros [S [([|x e] & _ & X)|R]]; [simpl in X; lia | simpl in X; lia | split; assumption].
  - apply Nat.ltb_ge in E. assert (N : column = n) by lia. rewrite N in *. clear E N column.
    rewrite Nat.eqb_refl. simpl.
    assert (U : forall rows, solution b rows -> (under w n rows <-> rows = rev w)).
    { intros rows S. rewrite (under_all w n rows S) by lia. split; [intros [e ->] | intros ->].
      - apply solution_length in S. rewrite app_length, rev_length in S.
        destruct e; [apply app_nil_r | simpl in S; lia].
      - exists []. symmetry. apply app_nil_r. }
    assert (V : solved b w = true <-> solution b (rev w)).
    { rewrite solved_spec. unfold solution. rewrite rev_length.
      split; [|intros (_ & _ & S & Q); split; [exact S | exact Q]].
      intros [S Q]. split; [lia|]. split; [exact P|]. split; [exact S | exact Q]. }
    apply leave_right; [|lia|].
    + repeat split; try tauto; try lia.
      destruct (solved b w) eqn:S; [|exact D]. constructor; [|exact D].
      intros X. apply H in X as [_ X]. apply rest_not_begins in X. apply X.
      exists []. symmetry. apply app_nil_r.
    + intros rows. unfold before. split.
      * destruct (solved b w) eqn:S; simpl.
        -- intros [<-|X]; [|apply H in X; tauto].
           assert (T : solution b (rev w)) by tauto. split; [exact T|]. left. apply U; auto.
        -- intros X. apply H in X. tauto.
      * intros [S [X|X]].
        -- apply U in X; [|exact S]. subst rows. rewrite <- V in S. rewrite S. left. reflexivity.
        -- assert (Y : In rows found) by (apply H; auto). destruct (solved b w); [right|]; exact Y.
Qed.

(* A token that no queen is placed by has its reason on the board. *)
Lemma right_token_spec column row w :
  match right_token b w column row with
  | Placed => True
  | Blocked => is_blocked b column row = true
  | Attacked source => exists queen,
      nth_error (rev w) source = Some queen /\ attacks b source queen column row
  end.
Proof.
  induction w as [|a w IH]; simpl; [destruct (is_blocked b column row) eqn:E; auto|].
  assert (X : attacksb b (length w) a column row = true -> exists queen,
    nth_error (rev w ++ [a]) (length w) = Some queen /\ attacks b (length w) queen column row).
  { rewrite attacksb_spec. intros A. exists a. split; [|exact A].
    apply nth_error_last. right. rewrite rev_length. auto. }
  destruct (right_token b w column row) as [| |source];
    [destruct (attacksb b (length w) a column row); auto ..|].
  destruct IH as (queen & Q & A). exists queen. split; [|exact A]. apply nth_error_last. auto.
Qed.

(* A token that is right for its square: no solution has a queen there. *)
Lemma right_of w row t rows : t <> Placed -> is_right b w (length w) row t = true ->
  solution b rows -> ~ begins (row :: w) rows.
Proof.
  intros N T (_ & _ & F & Q). rewrite begins_more. intros [e ->].
  assert (X : nth_error (rev w ++ row :: e) (length w) = Some row).
  { rewrite nth_error_app2 by (rewrite rev_length; lia). rewrite rev_length, Nat.sub_diag. reflexivity. }
  assert (R := right_token_spec (length w) row w). unfold is_right in T.
  destruct t as [| |by_column], (right_token b w (length w) row) as [| |source];
    try discriminate; [congruence | apply F in X; destruct X; congruence |].
  destruct R as (queen & Y & A).
  assert (L : source < length w) by (rewrite <- rev_length; apply nth_error_Some; congruence).
  revert A. apply (Q source (length w) queen row L); [|exact X].
  rewrite nth_error_app1; [exact Y|]. rewrite rev_length. exact L.
Qed.

Lemma step_right s t s' : right_so_far s -> step b s t = Some s' -> right_so_far s'.
Proof.
  destruct s as [w column row found|found]; simpl; [|discriminate].
  intros ((C & F & P & D) & L & H). subst column.
  destruct (is_right b w (length w) row t) eqn:T; [|discriminate]. intros [= <-].
  assert (R : t <> Placed -> right_so_far (leave n first w (length w) (S row) found)).
  { intros N. apply leave_right; [repeat split; tauto | auto |].
    intros rows. rewrite H. unfold before. split; intros [S B]; (split; [exact S|]);
      pose proof (right_of w row t rows N T S);
      rewrite (under_more w row rows S L) in *; tauto. }
  destruct t; [|apply R; discriminate|apply R; discriminate].
  apply enter_right.
  - repeat split; simpl; try lia; [|exact D]. refine (eq_trans _ P).
    rewrite firstn_app. replace (first - length (rev w)) with 0 by (rewrite rev_length; lia).
    simpl. apply app_nil_r.
  - intros rows. rewrite H. unfold before. cbn [rest].
    assert (E : S (length w) <=? first = false) by (apply Nat.leb_gt; lia).
    rewrite E. cbn [pred]. reflexivity.
Qed.

Lemma run_right ts : forall s s', right_so_far s -> run b s ts = Some s' -> right_so_far s'.
Proof.
  induction ts as [|t ts IH]; intros s s' H; simpl; [intros [= <-]; exact H|].
  destruct (step b s t) as [s''|] eqn:E; [|discriminate]. apply IH, (step_right s t); assumption.
Qed.

Lemma start_right : right_so_far (start b).
Proof.
  unfold start. destruct (le_lt_dec first n) as [L|L].
  - apply enter_right.
    + repeat split; try rewrite rev_length; try lia; [|constructor].
      rewrite rev_involutive. apply firstn_all.
    + intros rows. split; [intros []|]. intros [_ R]. revert R.
      destruct (rev (prefix b)) eqn:E; simpl; [tauto|]. rewrite Nat.leb_refl. tauto.
  - unfold enter. assert (E : first <? n = false) by (apply Nat.ltb_ge; lia). rewrite E.
    assert (E' : first =? n = false) by (apply Nat.eqb_neq; lia). rewrite E'. simpl.
    assert (X : right_so_far (Done [])).
    { split; [constructor|]. intros rows. split; [intros []|]. intros (S & P & _).
      apply (f_equal (@length nat)) in P. rewrite firstn_length in P. lia. }
    destruct (rev (prefix b)); simpl; rewrite Nat.ltb_irrefl, Nat.leb_refl; exact X.
Qed.

End Board.

(* The claim: what an accepted certificate yields are all solutions, each once. *)
Theorem sound b ts found : check b ts = Some found ->
  NoDup found /\ forall rows, In rows found <-> solution b rows.
Proof.
  unfold check. destruct (run b (start b) ts) as [[|s]|] eqn:E; try discriminate.
  intros [= <-]. apply (run_right b ts _ _ (start_right b)) in E as [D H].
  unfold rev'. rewrite <- rev_alt. split; [apply NoDup_rev; exact D|].
  intros rows. rewrite <- in_rev. apply H.
Qed.

Print Assumptions sound.
