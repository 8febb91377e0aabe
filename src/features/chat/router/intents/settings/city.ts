import { properName } from '../../../../../platform/language/values/places.ts'
import { isKnownPlace } from '../../../../../platform/language/values/time-zones.ts'
import { textOf } from '../../answers/act.ts'
import { defineIntent, required } from '../../define-intent.ts'
import { firstMatch } from '../../readers/reader.ts'
import { setsSetting } from './sets-setting.ts'

const home = '(home city|home town|hometown|city|home|location)'

export const intent = defineIntent({
  name: 'setting.city',
  label: 'Home city',
  example: 'Set my home city to Oslo',
  effect: 'changes',
  slots: { city: required.text },
  needs: ['city'],
  templates: [
    `(set|change|make|update|switch) (my|the) ${home} (to|as) {city:place}`,
    '(home city|home town|hometown) (is|should be|:) {city:place}',
    `(use|make|set) {city:place} [as] my ${home}`,
    `my ${home} (is|should be|:) {named:city}`,
  ],
  wideTemplates: [
    `(set|change|make) my ${home} (to|as) {city}`,
    `my ${home} (is|should be|:) {city}`,
    'i (live|am living|moved|have moved|am based) (in|to) {city} [now]',
  ],
  examples: [
    '(set|change|make) my (home city|city|home|location|home town) [to] {city}',
    'i live in {city}',
    'my (home city|city|hometown|home) is {city}',
    'use {city} (as my home|for the weather)',
    'i (moved|have moved) to {city}',
    'my (location|place of residence) is {city}',
    'i am (based|living) in {city} [now]',
  ],
  counterExamples: [
    'my city is (beautiful|noisy|small|so far away|getting expensive)',
    'what is my city (known|famous) for',
  ],
  fill(captured, { text }) {
    const named = textOf(captured, 'named')
    // "my city is beautiful" names none: names have a capital.
    if (named !== undefined && !isKnownPlace(named) && !text.includes(named)) return undefined
    return slotsOf(named ?? textOf(captured, 'city'))
  },
  read: ({ text }) => slotsOf(firstMatch(text, [/\b(?:to|is|as|in|use) (?:be )?(\p{L}[\p{L} .,'-]+)$/iu])),
  act: setsSetting('HOME_CITY', 'city', (city) => `Your home city is now ${city}.`),
})

/** "I live in fear", "I live in a small house" */
const noCity =
  /\b(?:my|the|a|an|you|your|house|apartment|hotel|thermostat|screen|lights?)\b|^(?:fear|hope|peace|denial|poverty|luxury|misery|harmony|sin|exile|pain|terror|squalor|comfort|isolation|solitude|tears|silence|style|chaos|darkness|ignorance|interesting times|dread|bliss)\b/i

function slotsOf(said: string | undefined) {
  const named = said
    ?.replace(/,? (?:and|but|with|since|because|where|as)\b.*$/i, '')
    .replace(/ (?:for the weather|now|from now on|please)$/i, '')
  return named === undefined || noCity.test(named) ? undefined : { city: properName(named) }
}
