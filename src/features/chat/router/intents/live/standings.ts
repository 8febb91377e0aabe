import type { FoundSport } from '../../../../../platform/language/values/sports.ts'
import { textOf, widget } from '../../answers/act.ts'
import { defineIntent, optional } from '../../define-intent.ts'

const league = '({found:sport}|{unknown:otherSport})'

/** A league's table; of other sports nothing is known here. */
export const intent = defineIntent({
  name: 'standings',
  label: 'League table',
  example: 'Premier League table',
  slots: { sport: optional.text, league: optional.text, team: optional.text, unknown: optional.text },
  needs: ['sport|unknown'],
  templates: [
    `[<tell>] [the] [<latest>] ${league} [league] <table> [looking|like] [<lately>]`,
    `[<tell>] [the] [<latest>] <table> (of|in|for) [the] ${league} [<lately>]`,
    `who (is|are) [currently] (leading|top of|first in|winning|on top of) [the] ${league} [league|table] [<lately>]`,
  ],
  fill: (captured) => ({ ...(captured['found'] as FoundSport), unknown: textOf(captured, 'unknown') }),
  act({ slots, writer }) {
    if (slots.unknown !== undefined)
      return writer.decline(
        `I have no tables or scores for ${slots.unknown}, only scores for soccer, basketball, American football and cricket.`,
      )
    writer.decline("I can't show the table, only the latest games:")
    writer.add(widget('live_sports', slots, ['sport', 'league', 'team']))
  },
})
