import { defineIntent, required } from '../../define-intent.ts'
import { setsSetting } from './sets-setting.ts'

const system =
  '(metric|imperial|celsius|fahrenheit|centigrade) [units|system|unit system|measurements|degrees]'
const measure = '(miles|kilometers|kilometres|kilograms|pounds|celsius|fahrenheit)'

export const intent = defineIntent({
  name: 'setting.units',
  label: 'Units',
  example: 'Use metric units',
  effect: 'changes',
  slots: { units: required.text },
  needs: ['units'],
  templates: [
    `(use|switch [over] to|change to|i prefer|i want|set|units :) [the|my] ${system} [from now on|instead|now]`,
    `(set|change|switch) [the|my] units to [the] ${system} [from now on|instead|now]`,
    `(show|use|tell) [me] [all|the] (temperatures|distances|units) in ${system} [from now on]`,
    `use ${measure} (instead of|not|rather than) ${measure} [from now on]`,
  ],
  examples: ['(show|use) (celsius|fahrenheit|kilometers|miles) (from now on|by default|instead)'],
  fill: (_, { lower }) => slotsOf(lower),
  read: ({ lower }) => slotsOf(lower),
  act: setsSetting('UNITS', 'units', (units) => `I now use ${units} units.`),
})

/** Those that are named first are wanted: "miles instead of kilometres". */
function slotsOf(lower: string) {
  const named =
    /\b(?:(metric|celsius|centigrade|kilomet(?:er|re)s|kilograms)|imperial|fahrenheit|miles|pounds)\b/.exec(
      lower,
    )
  return named ? { units: named[1] === undefined ? 'imperial' : 'metric' } : undefined
}
