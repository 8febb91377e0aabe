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
  fill: ({ sport }, { text, lower }) =>
    aboutElse.test(lower) ? undefined : ((sport as FoundSport | undefined) ?? readSport(text)),
  read: ({ text }) => readSport(text),
})

const aboutElse =
  /\b(?:credit|coach|how many|fico|rules|quarterback|owner|exam|sat|test(?! match)|tickets|watch)\b/
