import { defineComponent } from '../../contract/component.ts'
import { closed, literals } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { line } from '../members.ts'

export const liveSports = defineComponent({
  type: 'live_sports',
  tier: 2,
  summary: 'Live and recent scores of a sport: choose it for games, scores and results.',
  props: closed({
    sport: literals(['soccer', 'basketball', 'american_football', 'cricket'], { description: 'The sport' }),
    league: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9._-]+$',
        maxLength: 64,
        description: 'League, e.g. eng.1, nba or nfl; default: the best known one of the sport',
      }),
    ),
    team: Type.Optional(line('Team whose games come first')),
  }),
  example: { sport: 'soccer', league: 'eng.1' },
  gallery: {
    group: 'News and facts',
    title: 'Sports',
    about: 'Live and recent scores',
    icon: 'trophy',
    settings: ['sport', 'league', 'team'],
    start: { sport: 'soccer' },
  },
})
