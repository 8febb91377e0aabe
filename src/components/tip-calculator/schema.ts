import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { currencyCode, defaulted } from '../members.ts'

export const tipCalculator = defineComponent({
  type: 'tip_calculator',
  tier: 1,
  summary: 'Works out a tip and what each person pays.',
  props: closed({
    bill: Type.Optional(Type.Number({ minimum: 0, description: 'The bill without the tip' })),
    tip_percent: defaulted(
      Type.Number({ default: 15, minimum: 0, maximum: 100, description: 'Tip in percent' }),
    ),
    people: defaulted(
      Type.Integer({ default: 1, minimum: 1, maximum: 100, description: 'How many share it' }),
    ),
    currency: Type.Optional(currencyCode('Currency of the bill; default: the setting BASE_CURRENCY')),
  }),
  example: { bill: 84.5, tip_percent: 15, people: 3 },
  gallery: {
    group: 'Calculate',
    title: 'Tip calculator',
    about: 'A tip, and what each person pays',
    icon: 'receipt',
    settings: ['tip_percent', 'people', 'currency'],
    start: {},
    own: { currency: 'BASE_CURRENCY' },
  },
})
