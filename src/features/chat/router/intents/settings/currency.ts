import { readCurrencies } from '../../../../../platform/language/values/currencies.ts'
import { defineIntent, required } from '../../define-intent.ts'
import { setsSetting } from './sets-setting.ts'

const mine = '[my|the] [base|default|home|main] currency'

export const intent = defineIntent({
  name: 'setting.currency',
  label: 'Your currency',
  example: 'Set my currency to EUR',
  effect: 'changes',
  slots: { currency: required.text },
  needs: ['currency'],
  templates: [
    `(set|change|switch|update|make) ${mine} [to|as|be] {currency:currency} [from now on|now]`,
    `(use|make|set|take) {currency:currency} [as] ${mine} [from now on|now]`,
    `${mine} [is|should be|:] {currency:currency}`,
  ],
  examples: [
    '(use|show) {currency} as my currency',
    'my currency is the {currency}',
    '(use|make) {currency} [as] my (default|base|home) currency',
  ],
  read({ text }) {
    const [first] = readCurrencies(text)
    return first && { currency: first.code }
  },
  act: setsSetting('BASE_CURRENCY', 'currency', (code) => `Your currency is now ${code}.`),
})
