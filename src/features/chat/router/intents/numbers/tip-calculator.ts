import { readCurrencies } from '../../../../../platform/language/values/currencies.ts'
import { bounded, numberOf } from '../../answers/act.ts'
import { defineIntent, optional, type Captured } from '../../define-intent.ts'
import { readTip } from './read-tip.ts'

const bill =
  '([a] [bill|check|tab|meal] [of] {bill:money} [kr|kroner|crowns] [bill|check|tab|meal|dinner|lunch])'
const asked = '[<what_is>|<start>] [a|the]'

export const intent = defineIntent({
  name: 'tip_calculator',
  label: 'Tip',
  example: '15% tip on $60 for 3 people',
  family: 'calculator',
  slots: {
    bill: optional.number,
    tip_percent: optional.number,
    people: optional.number,
    currency: optional.text,
  },
  needs: ['bill'],
  templates: [
    `${asked} [{percent:percent}] tip [of {percent:percent}] (on|for|of) ${bill} [at {percent:percent}] [<shared>]`,
    `tip {percent:percent} (on|for|of) ${bill} [<shared>]`,
    `<shared> [a] {percent:percent} tip (on|for) ${bill}`,
    `how much (should i|should we|do i|do we|to) tip [(on|for) ${bill}] [<shared>]`,
    `(split|divide|share) (a|the|our) (bill|check|tab) [of {bill:money}] [(for|between|among|by) {people:number} [<people>]] [with [a] {percent:percent} tip]`,
    `(split|divide|share) {bill:money} [(for|between|among|by) {people:number} [<people>]] with [a] {percent:percent} tip [<shared>]`,
    `we are {people:number} [people] [and] [the|our] bill is {bill:money} [with|and] [a] {percent:percent} tip`,
    `[the|our] bill is {bill:money} [with|and] [a] {percent:percent} tip [<shared>]`,
    `${asked} tip calculator`,
  ],
  examples: [
    '(calculate|work out|figure out) (the|a) tip (on|for) {money}',
    'how much tip (for|on) {money}',
    'split {money} between {number} of us with a tip',
    'what should i leave as a tip for {money}',
  ],
  recognize: ({ text }) => readTip(text),
  fill: (captured, { text }) => tipOf(captured, text),
})

function tipOf(captured: Captured, text: string) {
  const [percent, people] = [numberOf(captured, 'percent'), numberOf(captured, 'people')]
  const { value } = (captured['bill'] ?? {}) as { value?: number }
  return {
    bill: value,
    tip_percent: percent === undefined ? undefined : Math.min(100, percent),
    people: bounded(people, 1, 100),
    // A crown may be of several countries.
    currency: readCurrencies(text).find(({ isWeak }) => !isWeak)?.code,
  }
}
