(* Read a certificate, without its compression, from standard input, and let the proven checker
   decide. What it proves goes to standard output as it is hashed: n, the number of solutions and
   a line feed, then the rows of each solution, one byte per queen. Exit code 1: it is refused.

   The proof says nothing of this file: it reads bytes, and prints. *)

open Certificate

let refuse why = prerr_endline ("refused: " ^ why); exit 1
let header_is_none () = refuse "it does not begin with the header of a certificate"

let is_digit c = '0' <= c && c <= '9'
let is_hexadecimal c = is_digit c || ('a' <= c && c <= 'f')

(* At most so many digits, and no zero before them. *)
let number most text =
  let size = String.length text in
  if 0 < size && size <= most && String.for_all is_digit text && (size = 1 || text.[0] <> '0')
  then match int_of_string_opt text with Some value -> value | None -> header_is_none ()
  else header_is_none ()

(* The next line, which has its end. *)
let line () =
  let read = Buffer.create 64 in
  let rec go () =
    match input_char stdin with
    | '\n' -> Buffer.contents read
    | c -> Buffer.add_char read c; go ()
    | exception End_of_file -> header_is_none () in
  go ()

let starts keyword line =
  let size = String.length keyword in
  String.length line >= size && String.sub line 0 size = keyword

(* What follows the keyword on this line, and on the next line. *)
let rest keyword line =
  let size = String.length keyword in
  if starts keyword line then String.sub line size (String.length line - size)
  else header_is_none ()
let after keyword = rest keyword (line ())

(* Each word has a space before it. *)
let words text =
  if text = "" then []
  else match String.split_on_char ' ' text with
    | "" :: words -> words
    | _ -> header_is_none ()

let square text =
  match String.split_on_char ':' text with
  | [column; row] -> number 3 column, number 3 row
  | _ -> header_is_none ()

(* Each square is on the board and comes once, those of the first columns first. *)
let rec in_order size last = function
  | [] -> true
  | ((column, row) as square) :: squares ->
    last < square && column < size && row < size && in_order size square squares

let token = function
  | '\255' -> Placed
  | '\254' -> Blocked
  | column -> Attacked (Char.code column)

(* The colours of a coloured board, column by column: size colours of size times size squares. *)
let colour_of size numbers =
  let each = List.sort_uniq compare numbers in
  if size = 0 || List.length numbers <> size * size || each <> List.init size Fun.id
  then header_is_none ();
  let colours = Array.of_list numbers in
  fun column row -> colours.(column * size + row)

(* The first size tokens of a piece, before those that follow. List.init would not do: below 10,000
   elements it needs stack for each of them, and a pipe may deliver 8,192 bytes at once. *)
let rec tokens piece size following =
  if size = 0 then following
  else tokens piece (size - 1) (token (Bytes.get piece (size - 1)) :: following)

(* The state after all tokens, read a piece at a time. *)
let rec run_all board state =
  let piece = Bytes.create 65536 in
  match input stdin piece 0 65536 with
  | 0 -> state
  | size ->
    match run board state (tokens piece size []) with
    | Some state -> run_all board state
    | None -> refuse "a token is wrong for its square, or there is one token too many"

let () =
  set_binary_mode_in stdin true;
  set_binary_mode_out stdout true;
  if after "queens certificate 1" <> "" then header_is_none ();
  let size = number 3 (after "n ") in
  let prefix = List.map (number 3) (words (after "prefix")) in
  let squares = List.map square (words (after "blocked")) in
  let last = line () in
  let numbers = if starts "colours" last then words (rest "colours" last) else [] in
  let claimed = number 39 (rest "solutions " (if starts "colours" last then line () else last)) in
  let digest = after "sha256 " in
  if String.length digest <> 64 || not (String.for_all is_hexadecimal digest) then header_is_none ();
  if size > 255 || List.length prefix > size || not (in_order size (-1, 0) squares)
  then header_is_none ();
  let blocked = Hashtbl.create 64 in
  List.iter (fun square -> Hashtbl.replace blocked square ()) squares;
  let colours =
    if starts "colours" last then Some (colour_of size (List.map (number 3) numbers)) else None in
  let is_blocked column row = Hashtbl.mem blocked (column, row) in
  let board = { size; prefix; is_blocked; colours } in
  if not (solved board (List.rev prefix)) then refuse "the queens of its prefix attack each other, or stand on blocked squares";
  match result (run_all board (start board)) with
  | None -> refuse "the tokens end too early"
  | Some found when List.length found <> claimed -> refuse "its header has another number of solutions"
  | Some found ->
    Printf.printf "%d %d\n" size (List.length found);
    List.iter (List.iter (fun row -> print_char (Char.chr row))) found
