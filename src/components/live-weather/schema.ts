import { defineComponent } from '../../contract/component.ts'
import { closed, literals } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { choice, line } from '../members.ts'

export const liveWeather = defineComponent({
  type: 'live_weather',
  tier: 2,
  summary: 'Weather of a place, now and ahead: always choose it for a question about the weather.',
  props: closed({
    city: line('Name of a place, e.g. Oslo or Paris, Texas'),
    focus: choice(['current', 'hourly', 'daily'], 'What was asked for: now, the next hours or the next days'),
    units: Type.Optional(
      literals(['metric', 'imperial'], {
        description: 'Units to show; default: the setting UNITS',
      }),
    ),
  }),
  example: { city: 'Oslo' },
  gallery: {
    group: 'News and facts',
    title: 'Weather',
    about: 'Now, the next hours and the next days',
    icon: 'cloud-sun',
    settings: ['city', 'focus', 'units'],
    own: { city: 'HOME_CITY' },
  },
})
