import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { choice, flag, line, timeZone } from '../members.ts'

export const liveClock = defineComponent({
  type: 'live_clock',
  tier: 1,
  summary: 'The time now, here or in other places: choose it for "what time is it in Tokyo".',
  props: closed({
    places: Type.Optional(
      Type.Array(closed({ label: line('Name of the place', 80), time_zone: timeZone('Its zone') }), {
        minItems: 1,
        maxItems: 12,
        description: 'Places to show; default: here',
      }),
    ),
    face: choice(['digital', 'analog'], 'How it is drawn'),
    hour_format: choice(['auto', '24', '12'], "auto follows the reader's language"),
    show_seconds: flag('Show the seconds', true),
  }),
  example: {
    places: [
      { label: 'Tokyo', time_zone: 'Asia/Tokyo' },
      { label: 'Oslo', time_zone: 'Europe/Oslo' },
    ],
  },
  gallery: {
    group: 'Time and calendar',
    title: 'Clock',
    about: 'The time here, or in several places',
    icon: 'clock',
    settings: ['places', 'face', 'hour_format', 'show_seconds'],
    start: {},
  },
})
