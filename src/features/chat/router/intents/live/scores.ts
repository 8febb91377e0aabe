import { readSport, type FoundSport } from '../../../../../platform/language/values/sports.ts'
import { defineIntent, optional, required } from '../../define-intent.ts'

export const intent = defineIntent({
  name: 'live_sports',
  label: 'Scores',
  example: 'NBA scores',
  slots: { sport: required.text, league: optional.text, team: optional.text },
  needs: ['sport'],
  templates: [
    '[<tell>] [the] [<latest>] {sport:sport} <scores> [<lately>]',
    '[<tell>] [the] [<latest>] [final] (score|scores|result|results) (of|in|for|from) {sport:sport} [game|match|games|matches] [<lately>]',
    '(did|have|has) {sport:sport} (win|won|lose|lost|play|played|tie) [<lately>]',
    'how (did|are|is|have) {sport:sport} (do|doing|done|play|playing) [in the game] [<lately>]',
    'when (do|does|are|is) {sport:sport} (play|playing|next game|next match) [next|again|tonight]',
  ],
  wideTemplates: [
    '{before} (score|scores|result|results|fixtures) [{after}]',
    '(did|have|has) {team} (win|won|lose|lost|beat|tie) [{other}]',
    'who (won|is winning|is playing|plays|beat) {game}',
    '{before} (game|games|match|matches) (today|tonight|on today|yesterday)',
    '(how|what) (did|are|is) {team} (do|doing|play|playing) [<lately>|in the game]',
    'when (do|does|are|is) {team} (play|playing|game|match) [next|again|tonight]',
  ],
  examples: [
    "(what's|what is|what was) the score (of|in|for) the {team} [game|match]",
    'did [the] {team} win [last night|yesterday|today]',
    '(show|give) me [the] {league} (scores|results|games)',
    '{league} (scores|results|games|fixtures) [today|yesterday]',
    'who (won|is winning) the {team} (game|match)',
    "(live|latest|today's|recent) (soccer|football|basketball|cricket|nfl|nba) (scores|results|games)",
    'what (soccer|basketball|football|cricket) games are on today',
    'score of the {team} {team} (game|match)',
    '{team} score',
    'when (do|does) [the] {team} play [next]',
    'who is playing (in the {league}|tonight in the {league})',
    'did {team} (beat|lose to) {team}',
    'sports (scores|results)',
    'how is {team} doing in the game',
    '(has|have|did) [the] {team} (won|lost|played) [yesterday|last night|this weekend]',
    "(what's|what is) the (result|final score) of the {team} (game|match)",
    '{league} (table|standings|schedule|results)',
    '(when|who) (is|do|does) [the] {team} (next game|playing|play against) [next|tonight]',
    'who won [the] ({league}|{team}) (final|game|match) [yesterday|last night]',
    '(is|are) [the] {team} (winning|losing|playing) (right now|tonight|today)',
    '(give|tell) me the [latest] (football|soccer|basketball|baseball|hockey|tennis) (results|scores)',
  ],
  counterExamples: [
    'who is the (coach|owner|captain|best player|quarterback) of the {team}',
    'how many (titles|players|championships) (do|does) the {team} have',
    'when was the {league} (founded|started|created)',
    'who has the (most goals|best record|highest salary) in the {league}',
    'what are the rules of (cricket|soccer|basketball)',
    'where do the {team} (train|come from|practice)',
    'how long is a (soccer|basketball|football) game',
  ],
  fill: ({ sport }, { text, lower }) =>
    aboutElse.test(lower) ? undefined : ((sport as FoundSport | undefined) ?? readSport(text)),
  read: ({ text }) => readSport(text),
})

const aboutElse =
  /\b(?:credit|coach|how many|fico|rules|quarterback|owner|exam|sat|test(?! match)|tickets|watch)\b/
