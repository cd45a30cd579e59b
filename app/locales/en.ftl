# English texts of the window. Places in braces are filled in.

## The bar, files
mode-play = Play
mode-puzzle = Puzzle
mode-edit = Edit
mode-replay = Replay
mode-analyse = Analyse
file = File
file-new = New puzzle
file-open = Open…
file-open-path = Open by path…
file-save = Save
file-save-as = Save as…
file-save-path = Save by path…
file-quit = Quit
recent = Recent files
puzzles = Puzzles
undo = Undo
undo-makes-practice = Undo what was seen (the game becomes practice)
redo = Redo
light-squares = Light squares that fit
whole-board = Whole board
view = View
larger = Everything larger
smaller = Everything smaller
normal-size = Normal size
look-system = As the system has it
look-light = Light look
look-dark = Dark look
dismiss = Dismiss
untitled = Untitled puzzle
open = Open
open-title = Open a puzzle
save = Save
save-title = Save in a file
cancel = Cancel
path = Path
path-hint = For instance ~/tayu/mine.tayu.json
puzzle-files = Puzzles and games
none-chosen = No file was chosen. A path can also be typed, and a file dropped on the window.
picking = The system is asking for a file
picking-detail = Choose it in the dialog. If none has opened, the path can be typed.
type-instead = Type the path instead
no-dialog = This system offers no file dialog. Type the path. A file to open can also be dropped on the window.
not-now = Deal with the question that is open first.
one-file-only = Drop one file at a time.
cannot-open = { $file } can't be opened.
opened-with-faults = { $count ->
    [one] The file has one fault. It is open in the editor, where the fault is listed.
   *[other] The file has { $count } faults. It is open in the editor, where they are listed.
}
saved = Saved in { $file }.
saved-without-supply = Saved in { $file }. While the game is on, the file tells nothing of tiles that have not been drawn.
paste-game = Paste a game…
open-folder = Open folder…
open-folder-title = Open a folder
folder-again = Folder { $name }
games-played = Games played…
path-hint-folder = For instance ~/puzzles
path-hint-table = For instance ~/games.csv
table-files = Tables of values
export-title = Save the list of games as a table
cannot-write = { $file } can't be written.
paste-detail = Paste a game as text, or a whole game file.
cannot-read-game = This is no game that can be read.
cannot-save = { $file } can't be saved. Nothing is lost: it is still here.
ask-unsaved = Save “{ $title }”?
ask-unsaved-detail = The puzzle in the editor has changes that are not in a file.
do-not-save = Don't save
ask-game = Put this game away?
ask-game-detail = A game is under way. It will be kept among the games played, as far as it has come, and can be played on from there.
is-kept-already = Tayü keeps this game there itself, with the tiles that are still to come. Choose another place.
ask-delete-game = Delete the game { $players } of { $date }?
ask-delete-undated = Delete the game { $players }?
ask-delete-detail = It goes for good.
delete = Delete
game-deleted = The game was deleted.
cannot-delete = { $file } can't be deleted.
game-restored-damaged = { $players }: the game is back as far as it could be read. Since more was seen than is there now, it is practice.
ask-not-saved = Quit although moves are not saved?
ask-not-saved-detail = The last moves are not on the disk: { $why }. They are lost when the program ends.
quit-anyway = Quit all the same
not-put-away = The game on the table can be saved nowhere, so it stays. Make room on the disk and try again.
cannot-keep-game = The game can't be kept among the games played. It comes back at the next start.
journal-well-again = All moves are saved again.
journal-not-understood = { $file } is a game from another version of Tayü. It was left where it is.
journals-damaged = Something is wrong with the games that were going on.
game-restored = { $players }: the game is as it was left.
game-restored-detail = Nothing but a move in the making can be missing.
others-restored = { $count ->
    [one] One more game that had been left is among the games played.
   *[other] { $count } more games that had been left are among the games played.
}
end-game = Put it away
ask-replace = Replace { $file }?
ask-replace-detail = There is a file of this name already.
replace = Replace

## The rules
north = North
east = East
south = South
west = West
north-south = North–South
east-west = East–West
edge-north = the north side of { $square }
edge-east = the east side of { $square }
edge-south = the south side of { $square }
edge-west = the west side of { $square }
obstacles-covered = { $count ->
    [one] { $squares } is covered by a tile
   *[other] { $squares } are covered by tiles
}
obstacle-star = the first tile has to cover the star at { $square }
obstacle-mouth = its mouth at { $edge } meets a blank side
obstacle-blank = its blank side at { $edge } shuts a canal
obstacle-no-canal = none of its mouths continues a canal
illegal = { $placement } is not allowed: { $why }
cannot-lay = The tile can't be laid there.
cannot-play = That can't be done now.
move-nothing-drawn = Draw a tile first.
move-auction-on = The auction is on: bid or pass first.
move-no-auction = There is no auction now.
move-bid-range = A bid has to be from { $lowest } to { $highest }.
move-must-bid = Nobody has bid yet: this player can't pass.
move-already-drawn = Lay { $tile } first.
move-lane-empty = This lane has run out.
move-place-empty = There is no tile at { $place } any more.
move-none-left = All four tiles { $tile } have come already.
move-looks-other = What is seen of the tile there is not what { $tile } looks like.
move-other-supply = There is nothing to draw from here.
move-wrong-tile = The tile to lay is { $tile }.
move-has-place = There is a place: { $placement }. It is shown on the board.
move-no-teams = Only teams can talk about where to lay.
move-nothing-to-hand-on = No tile has been drawn that could go to the next player.
move-talked-too-often = The tile has gone round often enough: it has to be laid.
move-over = The game is over.
cannot-begin = The game can't begin like this.
table-names = { $count } names were given; two, three or four play.
table-no-seat = Seat { $seat } is to begin, but only { $count } play.
table-no-lot = Without a seed no lot can be drawn: choose who begins.
fault-overlap = { $first } and { $second } both cover { $square }
fault-blocked = the mouth of { $open } at { $edge } meets a blank side of { $blank }
fault-star = no tile covers the star at { $square }
fault-apart = no canal joins { $placement } to the tile on the star
fault-too-many = there are { $count } tiles { $tile }, board and sequence together; a set holds 4
file-syntax = this is no JSON: { $message }
file-byte-order-mark = the file begins with a byte order mark; save it as UTF-8 without one
file-no-object = a puzzle file is a JSON object, in braces
file-repeated = the field occurs more than once; keep one of them
file-missing = the field is missing; it has to be { $expected }
file-wrong-value = found { $found }, where { $expected } has to be
file-too-new = the file is of version { $version }, which this Tayü is too old for; get a newer one
file-half-pair = the text holds half of a surrogate pair, which is no character; take it out
file-too-long = the list has { $count } entries; a set holds 112 tiles
file-no-goal = a puzzle needs one goal: "maximize" or "duel", with "NS" or "EW"
game-no-object = a game file is a JSON object, in braces
game-unknown-field = this field is not known here; take it out or get a newer Tayü
game-unknown-algorithm = the tiles were shuffled by “{ $name }”, which this Tayü does not know; get a newer one
game-name-long = the name has { $count } characters; there is room for 100
game-name-control = the name holds the control character { $character }; take it out
game-supply = the tiles make no supply: { $why }
game-move = move { $number }, { $player } to move: { $why }
game-other-tile = move { $number }: the tile that came is { $came }, not { $written }
game-too-many-moves = there are { $count } moves; no game needs more than { $most }
game-not-over = there is a result, but the game is not over after these moves
game-wrong-result = found { $found }, but the moves come to { $expected }
game-none = no line says that a game of Ta Yü begins
game-unknown-line = “{ $found }” is no line of a game
game-line-number = this is line { $found } of the game, where line { $expected } has to be
game-wrong-player = it is the turn of { $expected }, not of { $found }
game-player-number = players are numbered 1, 2 and so on in the order of their lines
file-two-goals = a puzzle has one goal: keep either "maximize" or "duel"
file-notation = “{ $found }” is not { $expected }
file-place = line { $line }, column { $column }: { $what }

## The board
board = Board
ghost-legal = { $placement } can be laid here.
ghost-illegal = { $placement }: { $why }.
tile-here = { $placement }
hint-lay = Hold tile { $tile } over the board. R or the wheel turns it, Shift+R turns it back, a click lays it. By keyboard: arrows, R and Enter.
hint-no-place = Hold tile { $tile } over any square, and turn it, to see why it does not fit there.
hint-erase = Click a tile to take it off the board. Esc puts the eraser away.
hint-edit = Click a tile to pick it up, R turns it, Delete takes it off. Or take a tile from the panel.
hint-draw = Draw a tile from either lane. What the tiles show can be seen beside the board.
hint-draw-spread = Draw any of the tiles that lie face down beside the board.
hint-draw-table = Say beside the board which tile was drawn at the table.
hint-board = Ctrl and the wheel zoom, dragging moves the board.
cursor-tile = { $square }: { $placement }. { $words }
cursor-free = { $square }, free. { $words }
lies-on-another = { $placement } would lie on another tile.
none-left = All four tiles { $tile } are used.

## Play
play-title = A game for two, three or four
play-intro = One side plays the north and south coasts, the other east and west. Draw from either lane, lay the tile, and bring canals to both of your coasts: your result is the product of their points.
new-game = New game
new-game-form = New game…
practice = Practice game
practice-detail = Something that had been seen was taken back, so somebody knows of a tile that is still hidden.
now-practice = Something that had been seen was taken back: from now on this is a practice game.
edit-from-here = Edit from here
from-a-game = From a game: { $players }
seed-is = Seed { $seed }
to-move = to move
product = { $first } { $a } × { $second } { $b } =
next-mouth = next mouth +{ $a } / +{ $b }
next-mouth-detail = What one more point on the coast in the { $first } or in the { $second } would add to the product. A marked square counts two.
draw-now = { $name }: draw a tile
deal-now = { $name }: draw the tile that will lie in front of you
was-set-aside = Tile { $tile } fits nowhere and was set aside.
lay-one-now = { $name }: lay one of two tiles
tile-to-choose = Tile { $tile }: take it into the hand
just-drawn = just drawn
in-front = was in front
claim-nowhere = It fits nowhere
claim-nowhere-detail = Ends the turn if it is true; if it is not, a place is shown.
they-talked = They talked
they-talked-detail = Team mates may not talk about where to lay. The turn is over, and the tile goes to { $next }, who lays it.
player-number = Player { $number }
spoilsport = Spoilsport
team = { $first } and { $second }
spoilsport-wins = wins if both products stay below { $bid }
tile-before = In front of { $name }: tile { $tile }
has-passed = passed
bids = bids { $bid }
to-bid = to bid
bid-now = { $name }: bid or pass
bid-first = { $name }: name the first number
auction-detail = Who bids lowest is the spoilsport, and wins if neither of the others reaches the bid. Each bid has to be lower than the one before; who passes is out.
bid = Points
bid-points = Bid { $count }
bid-range = From { $lowest } to { $highest }
pass = Pass
bid-kept = Neither product reached the bid of { $bid }: { $name } has spoilt it.
bid-reached = The bid of { $bid } was reached, so { $name } has not won.
unseen = Unseen: { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}
unseen-detail = How many tiles of each kind have not come yet. A set holds four of each.
unseen-kind = Tile { $tile }: { $out } out, { $left } unseen
set-aside = Set aside: { $tiles }
spread-left = { $count ->
    [one] One tile lies face down. Take it.
   *[other] { $count } tiles lie face down. Take any.
}
spread-ring = Draw tile { $place }, ring
spread-plain = Draw tile { $place }, no ring
which-came = Which tile was drawn?
came = Tile { $tile } was drawn, { $count } unseen
draw-left = Draw left
draw-right = Draw right
tiles = { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}
lane-left-empty = The left lane has run out
lane-right-empty = The right lane has run out
lane-label = { $lane }: { $count } left, { $ring }; front { $front }; back { $back }; left end { $left }; right end { $right }
seen-ring = ring
seen-no-ring = no ring
seen-hidden = hidden
seen-blank = blank
seen-mouth = mouth
seen-mouths = mouths { $places }
place-left = left
place-middle = middle
place-right = right
lay-now = { $name }: lay tile { $tile }
tile-in-hand = Tile { $tile }, to be laid now
ways-to-lay = { $count ->
    [one] It can be laid in one way.
   *[other] It can be laid in { $count } ways.
}
game-over = Game over
wins = { $count ->
    [one] { $name } wins
   *[other] { $name } win
}
draw-result = A draw
final-products = North–South { $north_south } : East–West { $east_west }
supply-empty = The supply is empty: the last tile has been laid.
no-place = Tile { $tile } fits nowhere, which ends the game.
last-tile = The last tile, { $tile }
tries = There are { $count } ways to lay it on the board. Of these
tries-covered = { $count } would lie on other tiles
tries-apart = { $count } touch no canal
tries-shut = { $count } lie against tiles but continue no canal
tries-near = { $count } continue a canal but go wrong elsewhere
look-at-tries = These came closest. Click one to see it on the board.
players = Players
players-count = { $count ->
    [2] Two
    [3] Three
   *[4] Four
}
players-two = One plays north and south, the other east and west.
players-three = Two play coasts, the third is the spoilsport, who has none: the role is auctioned before the first tile.
players-four = Two teams: north and south against east and west, team mates opposite each other.
who-bids-first = Who bids first
tiles-from = Tiles
source-stacks = In stacks
source-stacks-detail = As in the box: two lanes of eight stacks, with rings on the backs and exits on the sides to be seen.
source-spread = Spread
source-spread-detail = A house rule: all tiles lie spread face down, only rings are seen, and any tile may be drawn.
source-table = From a real table
source-table-detail = You play with the real tiles and take the game down here: say which tile was drawn, then where it was laid.
pro = Pro
pro-detail = Each player has a tile in front of them, draws a second one, and lays either.
house-rules = House rules
rule-beginner = Who lays the first tile
beginner-left = The player to the left of the spoilsport (French sheet)
beginner-right = The player to the right of the spoilsport
beginner-lot = One of the two with coasts, by lot (Czech sheet)
rule-first-bid = The first bid
first-bid-must = Who is to bid first has to name a number
first-bid-may = Everybody may pass; who is left without a bid before them has to name a number
rule-lowest-bid = Lowest bid
lowest-bid-detail = Who bids this much is the spoilsport at once: nothing is left to be bid below it.
rule-ties = Equal products
ties-draw = Equal products are a draw
ties-points = Of equal products the one with more points on both coasts together wins
rule-no-place = A tile that fits nowhere
no-place-ends = It ends the game
no-place-again = It is set aside and the player draws again, as long as there are tiles
rule-notice = Who notices that a tile fits nowhere
notice-program = The program says so at once
notice-players = The players have to claim it; a wrong claim is answered with a place
rule-pro-end = In the Pro game there is no place
pro-end-both = when neither of the two tiles fits
pro-end-new = when the tile just drawn does not fit
rule-last-tiles = In the Pro game, when the supply is empty
last-tiles-laid = the tiles in front of the players are laid too
last-tiles-left = the game is over and these tiles are left
name-of = Plays { $pair }
who-begins = Who begins
by-lot = By lot
seed = Seed
seed-hint = at random
seed-detail = The same seed gives the same supply and the same lot.
seed-wrong = A seed is a number from 0 to 18446744073709551615, or nothing.
begin = Begin

## Computer players
person = Person
who-plays = Who plays { $place }
computer-thinks = { $name } is thinking
computer-waits = { $name } waits
computer-holds = { $name } has tile { $tile }
computers-wait = Wait
computers-go-on = Go on
computer-is-stuck = The computer player found no move. Take a step back, or let it go on.
level-random = Random
level-random-detail = Makes any move that the rules allow.
level-greedy = Greedy
level-greedy-detail = Lays where its own product gains most on the other one at once.
level-first-game = First game
level-first-game-detail = Lays where it scores most at once, and draws at random.
level-pupil = Pupil
level-pupil-detail = Looks one tile ahead, at how near the canals are to the coasts.
level-captain = Captain
level-captain-detail = Also looks at what may be replied, and at the supply before it draws.
level-navigator = Navigator
level-navigator-detail = Plays many games ahead in its mind, and near the end all of them.

## Replay
replay-title = Look at a game again
replay-intro = Open a game file, or paste a game as text. Step through it, play on from any move, or make a puzzle of it.
replay-this-game = Replay this game
replay-start = Before the first move
move-number = { $number } of { $count }
to-start = To the start
move-back = One move back
move-forward = One move forward
to-end = To the end
play-by-itself = Play by itself
pause = Pause
pace = Pace
pace-seconds = { $seconds } s
moves-shown = Moves shown
tile-to-lay = Tile { $tile }, to be laid next
play-on = Play on from here
play-on-detail = A new game goes on from this move. Since more is known than was then, it is practice.
play-on-same = The game goes on with the same tiles to come.
puzzle-from-here = Puzzle from here
puzzle-from-here-detail = This board and the tiles that really came, as a puzzle in the editor.
copy-as-text = Copy as text
copied = Copied. Paste it wherever people can read it.

## The analysis board
analyse-title = Analysis
analyse-this = Analyse this position
analyse-hint = Ctrl and the wheel zoom, dragging moves the board. Choose beside the board which tile is drawn or laid.
analyse-turn = Turn:
analyse-turn-of = Turn: { $who }
analyse-player = { $name }, { $party }
analyse-faulty = What is said contradicts itself
analyse-fault-too-many = { $count } tiles { $tile } have been seen; a set holds 4.
analyse-fault-too-many-left = { $left } tiles are left in the lanes, but only { $unseen } have not been seen.
analyse-fault-left-lane = No tile that is left looks like what is said of the left lane.
analyse-fault-right-lane = No tile that is left looks like what is said of the right lane.
analyse-fault-not-together = There are not enough such tiles left for all that is said of the supply.
analyse-draft-is-faulty = This board can't be analysed before its faults are mended:
analyse-auction = During the auction there is nothing to weigh yet.
analyse-over = The supply is empty, and nothing is left to be laid.
analyse-over-nowhere = { $tiles } fits nowhere, which ends the game.
analyse-cannot-start = The analysis can't start.
analyse-begins = It begins.
analyse-rests = The analysis rests.
analyse-rest = Let the analysis rest
analyse-go-on = Go on with the analysis
analyse-basis-one-tile = Judged one tile ahead. A judgement, no proof.
analyse-basis-orders = { $count } of { $all } imagined orders of the tiles tried. A judgement, no proof.
analyse-basis-kinds = Under each kind: the chance to win with it, the reply included, and in how many cases it comes. A judgement, no proof.
analyse-basis-every-play = Every play to the end of the game was looked at: this is exact.
analyse-basis-settled = No coast can get a point any more: this is exact.
analyse-exact = Exact
analyse-for = For { $party }
analyse-chance = wins
analyse-margin = ahead by
analyse-columns-detail = For { $party }: how likely it is to win, a draw counting half; ± how far off the distance to the best chance may be, in percent (twice its standard error); and by how many points its product will be ahead.
analyse-row = { $rank }. { $placement }: { $chance } to win, ± { $error }, ahead by { $margin }
analyse-row-exact = { $rank }. { $placement }: { $chance } to win, ahead by { $margin }
analyse-percent = { $number } %
analyse-value = { $chance }, { $margin }
analyse-better = best
analyse-lanes = The lanes
analyse-left-lane = Left lane
analyse-right-lane = Right lane
analyse-any-tile = A tile from the table
analyse-with-ring = A tile with a ring
analyse-without-ring = A tile without a ring
analyse-left = Left:
analyse-left-in = Tiles left, { $lane }
analyse-look-detail = The next tile from above, the board in front. Click what you see of its ring and exits.
analyse-part = { $lane }, { $part }: { $said }
analyse-part-front = front { $place }
analyse-part-back = back { $place }
analyse-part-left-end = left end
analyse-part-right-end = right end
analyse-not-known = not known
analyse-yes = yes
analyse-no = no
analyse-kind = Draw tile { $tile }: comes with { $share }, then { $chance } to win, ahead by { $margin }
analyse-kind-plain = Draw tile { $tile }
analyse-share = in { $share }
analyse-all-kinds = All { $count } kinds
analyse-fewer-kinds = The likeliest kinds only
analyse-in-hand = In the hand: tile { $tile }
analyse-none-in-hand = In the hand: none, a tile is drawn
analyse-to-draw = None: a tile is drawn
analyse-hold = Take tile { $tile } into the hand, { $count } unseen
analyse-elsewhere-detail = How many tiles of each kind can still come. Take away what has been seen beside the board.
analyse-seen-more = One tile { $tile } has been seen
analyse-seen-fewer = One tile { $tile } has not been seen
analyse-seen-nowhere = All but those on the board can come
analyse-set-by-hand = Change it by hand
analyse-set-by-hand-detail = Whose turn it is and which tiles have been seen can then be said: as in a game of two under the rules that a game begins with.
analyse-clear = Empty board

## The games played
games-title = Games played
games-tab = Games
statistics-tab = Statistics
games-search = Find a name
games-count = { $count ->
    [one] 1 game
   *[other] { $count } games
}
games-found = { $found } of { $count } games
games-none = No game has been played yet. Games are kept here when they are over, and when another one is begun.
games-none-found = Nobody of this name has played.
games-reading = The games are being read.
games-bad = { $count ->
    [one] One file there can't be read as a game. It is left as it is.
   *[other] { $count } files there can't be read as games. They are left as they are.
}
bad-file = { $file }: { $fault }
game-delete = Delete { $game }
game-line = { $date }, { $players }, { $products }, { $ending }
column-date = Date
column-players = Players
column-north-south = N–S
column-east-west = E–W
column-ending = Result
unfinished = Unfinished
and-practice = { $ending }, practice
undated = no date
export-games = Export as CSV…
close = Close
statistics-apart = Practice games: { $practice }. Unfinished games: { $unfinished }. Neither of them counts here.
statistics-kind = { $players ->
    [2] Two players: { $plain }, Pro: { $pro }
    [3] Three players: { $plain }, Pro: { $pro }
   *[4] Four players: { $plain }, Pro: { $pro }
}
statistics-best = Best product: { $product }, { $coasts }, { $players } ({ $date })
statistics-longest = Longest game: { $count ->
    [one] 1 tile
   *[other] { $count } tiles
} laid, { $players } ({ $date })
column-player = Player
column-games = Games
column-won = Won
column-drawn = Drawn
column-lost = Lost
column-spoilsport = Spoilsport
column-mean = Mean
column-best = Best
spoilsport-wins-of = { $wins } of { $games }
none-there = –
best-of = { $product } ({ $date })
player-line = { $name }: { $games ->
    [one] 1 game
   *[other] { $games } games
}, { $wins } won, { $draws } drawn, { $losses } lost; as the spoilsport { $spoilsport }; mean product { $mean }, best { $best }

## A folder
folder-title = Folder { $name }
folder-reading = { $count ->
    [one] One file has been read.
   *[other] { $count } files have been read.
}
folder-stop = Stop
folder-sound = Sound: { $puzzles ->
    [one] 1 puzzle
   *[other] { $puzzles } puzzles
} and { $games ->
    [one] 1 game
   *[other] { $games } games
}.
folder-bad = { $count ->
    [0] No file is bad.
    [one] One file is bad.
   *[other] { $count } files are bad.
}
folder-others = { $count ->
    [one] One other file was passed over.
   *[other] { $count } other files were passed over.
}
folder-puzzle = Puzzle: { $title }, { $count ->
    [one] 1 tile to come
   *[other] { $count } tiles to come
}
folder-game = Game: { $players }, { $ending }
folder-line = { $file }, { $what }

## Puzzle
no-puzzle = Open a puzzle from the menu.
by = by { $author }
goal-maximize = Highest product of { $pair }
goal-duel = Duel, { $pair } moves first
duel-turn = { $pair } to move
lay-next = { $count ->
    [one] Lay tile { $tile }: there is one way.
   *[other] Lay tile { $tile }: there are { $count } ways.
}
tile-number = Tile { $number } of the sequence: { $tile }
then-come = { $count ->
    [one] Then comes one more:
   *[other] Then come { $count } more:
}
stuck = Tile { $tile } fits nowhere, so this is the end.
solved = Solved: { $product } is the best there is
not-best = { $product }, where { $best } is possible
finished = { $product } at the end
duel-ahead = { $pair } ends ahead by { $margin }
duel-level = Both end level
optimum-is = The best product, proved: { $best }
optimum-sought = Looking for the best product of the whole puzzle
show-optimum = Show the best product
find-optimum = Find the best product
step-back = Step back
try-again = Try again
edit-puzzle = Edit

## Edit
is-sound = No faults: this is a puzzle.
is-empty = Nothing is set yet: lay tiles, add some to come.
faults = { $count ->
    [one] One fault
   *[other] { $count } faults
}
draft-is-faulty = This is no puzzle yet.
tool-move = Move
tool-erase = Erase
clear-board = Clear
palette = Click a tile to take it into the hand. The number says how many are left, the plus adds one to the sequence.
palette-tile = Tile { $tile }, { $count } left
append = Add { $tile } to the sequence
sequence = Sequence: { $count ->
    [one] 1 tile
   *[other] { $count } tiles
}
sequence-empty = Add tiles with the plus, or fill at random.
move-up = Move tile { $number } up
move-down = Move tile { $number } down
remove = Remove tile { $number }
fill-count = Tiles
fill = Fill at random
clear-sequence = Empty
set-size = Drag the dots to reorder, or Alt and an arrow. A set holds { $count } tiles of each kind.
goal = Goal
solve-yourself = Solve it yourself
title = Title
author = Author
notes = Notes

## The solver
solver = Solver
solver-needs-sound = There is nothing to solve while the puzzle has faults.
solver-intro = { $count ->
    [0] There is no tile left to lay.
    [one] Finds and proves the best way to lay the one tile to come.
   *[other] Finds and proves the best line for the { $count } tiles to come.
}
solve = Solve
solve-again = Start again
stop-solving = Cancel
cannot-solve = The solver can't start.
solving-cancelled = The solver was stopped: the position it worked on has changed.
elapsed = { $seconds } s
best-so-far = Best so far { $best }, at most { $bound }
phase-looking = Looking for good lines
phase-trying-all = Trying every line
phase-encoding = Writing the puzzle down as a formula
phase-reaching = Can both coasts reach { $a } and { $b }?
phase-duel = Looking { $plies } tiles ahead
proved-product = Proved: { $value } is the best product
proved-margin = Proved: { $pair } leads by { $margin } with best play
proved-level = Proved: both are level with best play
show-line = Show the line
proof-rules = It follows from the rules at once.
proof-exhaustion = Every line was tried.
proof-refuted = Everything better was refuted by { $engines }.
proof-duel = The whole duel was searched.
why-time = The time was up before the proof.
why-gave-up = The engine gave up: { $words }.
why-cancelled = Cancelled before the proof.
solver-failed = The solver made a mistake
line-empty = The line is empty: nothing can be laid.
line-shown = { $shown } of { $count } tiles of the line are shown
line-first = Show none
line-back = One tile less
line-forward = One tile more
line-last = Show all
lay-it = Lay it
line-coasts = At the end: { $coasts }
line-stuck = Then { $tile } fits nowhere.
forget-answer = Put the answer away
count-optima = How many solutions?
stop-counting = Stop counting
optima-exactly = { $count ->
    [one] One way to reach it
   *[other] { $count } ways to reach it
}
optima-at-least = { $count ->
    [one] At least one way to reach it
   *[other] At least { $count } ways to reach it
}
optima-one-board = They all end with the same board.
optima-boards = They end with different boards.
optima-board-unknown = Whether they all end with the same board is not known.
optima-runner-up = The next product below is { $product }.
optima-no-runner-up = Every way to lay these tiles brings as much.
optima-runner-up-unknown = The next product below is not known.
optima-first = Begin with: { $placements }
optima-first-some = Begin with one of these, or perhaps another: { $placements }

## The journals of games
journal-line-break = There is a line break in what was to be noted down.
journal-too-long = The game has become too long to be noted down.
journal-not-on-disk = { $count ->
    [0] The game is noted down, but not for good yet: { $why }. It is tried again with the next move.
    [one] The last move is not on the disk yet: { $why }. It is tried again with the next move.
   *[other] The last { $count } moves are not on the disk yet: { $why }. It is tried again with the next move.
}
journal-not-removed = { $file } can't be removed: { $why }. The game may be offered again at the next start.
journal-damaged = { $file } was damaged from line { $line } on. { $count ->
    [one] What is before it is restored, one entry;
   *[other] What is before it is restored, { $count } entries;
} the damaged file is kept as { $aside }.
journal-damaged-still = { $file } is damaged from line { $line } on. { $count ->
    [one] What is before it is restored, one entry,
   *[other] What is before it is restored, { $count } entries,
} but not put right on the disk: { $why }. It is tried again with the next move.
journal-nothing-in-it = No game can be read in { $file }. The file is kept as { $aside }; if it is of no use, delete it.
journal-too-new = { $file } is a game noted down by a newer Tayü (version { $version }), which can go on with it.
journal-no-file = { $file } has the name of a game noted down, but is a folder, a link, a device or too large. Move it elsewhere.
journal-unreadable = { $file } can't be read: { $why }. Games in it may be restored at another start.
journal-disk-full = the disk is full; make room
journal-not-allowed = nothing may be read or written there; check who may

## Advice
expectation = { $chance } % to win, { $margin } points
basis-orders = { $count ->
    [0] A first judgement, one tile ahead. No proof.
    [one] Judged in one imagined order of the tiles. No proof.
   *[other] Judged in { $count } imagined orders of the tiles. No proof.
}
basis-kinds = Judged by the kinds that may come and the reply to them. No proof.
basis-every-play = Exact: every play to the end was looked at.
basis-settled = Exact: no coast can get another point.
advice-hint = Hint
advice-more = Tell more
advice-hint-detail = Leads to a good move step by step: which coast, which part of the board, which canal, where to lay.
advice-why-not = Why not here?
advice-why-not-detail = A click on the board then lays nothing, but tells what laying there would cost.
advice-ask-now = Click where you would lay, to hear what it costs.
advice-away = Put away
advice-thinking = Looking at it…
advice-coast-win = Look at the { $coast ->
    [N] north
    [E] east
    [S] south
   *[W] west
} coast: points can be won there.
advice-coast-approach = Look at the { $coast ->
    [N] north
    [E] east
    [S] south
   *[W] west
} coast: it can be brought within easier reach.
advice-coast-deny = Look at the { $coast ->
    [N] north
    [E] east
    [S] south
   *[W] west
} coast: it can be made harder to reach.
advice-coast-none = It is not about one coast: it brings none nearer by itself.
advice-nowhere = No tile can be laid: say so.
advice-failed = That could not be found out.
advice-north-west = Look in the north-west of the board.
advice-north = Look in the north of the board.
advice-north-east = Look in the north-east of the board.
advice-west = Look in the west of the board.
advice-middle = Look in the middle of the board.
advice-east = Look in the east of the board.
advice-south-west = Look in the south-west of the board.
advice-south = Look in the south of the board.
advice-south-east = Look in the south-east of the board.
advice-canal = { $count ->
    [one] Go on from the canal that opens at { $places }.
   *[other] Join the canals that open at { $places }.
}
advice-canal-first = It is the first tile: it has to cover the star.
advice-placement = Lay tile { $tile } as { $placement }, as the board shows it.
advice-only = There is only one way to lay it.
advice-proved = Proved: nothing is better.
advice-cost-proved = Proved.
advice-found = The best that was found in a short time; not proved.
advice-draw-best = Best from { $place }: { $promises }.
advice-draw = From { $place }: { $promises }.
advice-left-lane = the left lane
advice-right-lane = the right lane
advice-with-ring = a tile with a ring
advice-without-ring = a tile without a ring
advice-as-good = { $placement } is as good as the best: { $promises }.
advice-costs = { $placement }: { $promises }. That is { $points } points and { $chance } % less than the best.
advice-may-be-chance = { $placement }: { $promises }. The best looks { $points } points and { $chance } % better, but that may be chance.
advice-keeps = { $placement } keeps the best result: { $value }.
advice-loses = { $placement } leads to { $value } at best. { $best } can be reached here: it costs { $loss }.
advice-unproved = { $placement }: { $value } was found after it, { $best } without it. More time may change that.
advice-for-instance = It may go on like this: { $line }
advice-goes-on = Best play after it: { $line }

## Review of a game
review-this-game = Review this game
review-this-game-detail = Holds every move against the best choice: what it cost in chance to win and in points, and where the game turned.
review-cannot = The game could not be reviewed
review-progress = { $done } of { $count } choices looked at
review-stop = Stop reviewing
review-stopped = Stopped: { $done } of { $count } choices were looked at.
review-begin-again = Review it again
review-graph = Graph of the game
review-graph-keys = ← and → go through the moves, Enter shows what else could have been done. Click on the lines for a position, on a bar for a choice.
review-start = Before the first move: { $chances }
review-position = After move { $number } of { $count }: { $chances }
review-chance = { $name } { $chance } %
review-no-chances = nothing is known of the chances yet
review-named-party = { $party } ({ $name })
review-by-hindsight = By hindsight
review-by-hindsight-detail = Off: everything is judged by what could be known when the move was made. On: lanes by the tile that really lay there, and placements near the end by every play with the tiles that came and none after them.
review-what-it-means = What the numbers mean: the chance to win and the margin are what can be expected on average when many orders of the hidden tiles are imagined and played on for a few tiles. Where those end it is the program's judgement. They are estimates and no proof; only what is called exact has been searched through. A draw counts as half a win.
review-tab-moves = Moves
review-tab-losses = Losses
review-tab-turns = Turning points
review-tab-players = Players
review-in-order = In order
review-in-order-detail = Lists the moves in the order in which they were made, instead of the worst first.
review-column-move = Move
review-column-chance = Chance
review-column-points = Points
review-not-yet = …
review-unknown = –
review-move = Move { $number }, { $name }: { $action }
review-row = { $number } { $name }: { $action }
review-line = { $move }. { $loss }
review-not-looked-at = Not looked at yet.
review-no-hindsight = Not known by hindsight.
review-no-hindsight-detail = By hindsight this is not known. It is for lanes whose tiles lay in stacks, and for the last placements of a game between two sides that is over.
review-best-of-all = Nothing better was found.
review-exactly-best = Nothing would have been better.
review-hardly-lost = Hardly anything was lost.
review-within-error = { $chance } % and { $points } points less than the best; that may be chance.
review-lost = { $chance } % and { $points } points lost.
review-lost-exactly = { $points } points of the result lost.
review-lost-graded = { $grade }: { $loss }
review-grave-error = Grave error
review-mistake = Mistake
review-inaccuracy = Inaccuracy
review-choice = What { $name } chose at move { $number } of { $count }
review-best = Best: { $action }, { $chance } % to win
review-made = Made: { $action }, { $chance } % to win
review-made-best = Made: { $action }, { $chance } % to win, nothing better was found
review-best-exact = Best: { $action }, { $ahead }
review-made-exact = Made: { $action }, { $ahead }
review-expected = Expected to end { $best } instead of { $made }.
review-expected-as-is = Expected to end { $made }.
review-ahead = { $points } ahead
review-behind = { $points } behind
review-level = level
review-below-bid = { $points } below the bid
review-above-bid = { $points } above the bid
review-could-have-had = { $name } could have had { $product } to { $other }: { $best } instead of { $made }.
review-had-the-best = Best play goes on to { $product } to { $other }: { $best }.
review-see = See
review-see-detail = Shows best play with the tiles that came on the board.
review-see-detail-ahead = Shows best play to the end with the tiles that were left on the board.
review-as-puzzle = As a puzzle
review-as-duel-detail = Takes this position with the tiles that really came into the editor, as a duel: both sides lay in turn.
review-as-product-detail = Takes this position with the tiles that really came into the editor: the highest product is sought.
review-see-choice = See the choice
review-away = Put away
review-how-orders = Judged in imagined orders of the tiles, no proof. The difference may be off by { $error } %.
review-how-kinds = Judged by the kinds that might come and the reply to them, no proof.
review-how-tile = Judged with the tiles that lay there, no proof.
review-how-exact = Exact: every play to the end with the tiles that were left was looked at.
review-how-settled = Exact: the points can't change any more.
review-how-exact-tiles = Exact: every play with the tiles that came and none after them.
review-how-exact-untalked = Exact: every play with the tiles that came and none after them, as if nobody talked any more.
review-board-both = 1 is the best placement, the dashed outline the one that was made
review-board-same = 1 is the placement that was made; none was better
review-board-line = Best play with the tiles that came
review-board-line-ahead = Best play with the tiles that were left
review-turn-fell = Move { $number }, { $move }: the chance of { $party } falls from { $before } % to { $after } %
review-turn-leads = Move { $number }, { $move }: { $party } takes the lead with { $after } %
review-no-turns = The game has no turning points: no chance fell by 8 % or more at one move, and the lead did not change.
review-no-turns-yet = No turning points so far.
review-player = Player
review-all-lost = Chance lost
review-all-lost-detail = All chances to win that were lost, added up; 100 % is a whole game. What chance may have made is left out.
review-grades-detail = A move is an inaccuracy when it lost at least 5 % of the chance to win, a mistake from 10 %, a grave error from 15 %: the steps by which Lichess judges chess. A loss no greater than twice its standard error is not counted.
review-judged = Judged
review-mark-grave = ??
review-mark-mistake = ?
review-mark-inaccuracy = ?!
review-tally = { $name }: { $judged } moves judged, { $lost } % of chances lost, { $grave } grave errors, { $mistakes } mistakes, { $inaccuracies } inaccuracies
duel-from-here = Duel from here
duel-from-here-detail = This board and the tiles that really came, as a duel in the editor: both sides lay in turn.
