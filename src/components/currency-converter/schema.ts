import { defineComponent } from '../../contract/component.ts'
import { closed } from '../../contract/schema.ts'
import { Type } from '../../contract/type.ts'
import { currencyCode, defaulted } from '../members.ts'

export const currencyConverter = defineComponent({
  type: 'currency_converter',
  tier: 2,
  summary: 'Converts money at the rates of the day: choose it for "100 usd in eur".',
  props: closed({
    amount: defaulted(Type.Number({ default: 1, minimum: 0, description: 'How much' })),
    from: Type.Optional(currencyCode('Currency to convert from; default: the setting BASE_CURRENCY')),
    to: Type.Optional(currencyCode('Currency to convert to')),
  }),
  example: { amount: 100, from: 'USD', to: 'EUR' },
  gallery: {
    group: 'Calculate',
    title: 'Currency converter',
    about: 'Money at the rates of the day',
    icon: 'coins',
    settings: ['amount', 'from', 'to'],
    start: { amount: 100, to: 'EUR' },
    own: { from: 'BASE_CURRENCY' },
  },
})
