import { expect, test } from 'vitest'
import { matchGrammar } from '../grammar/grammar.ts'
import { intents } from '../intents.ts'
import { normalize } from '../normalize.ts'
import { whenOf } from '../readers/reader.ts'
import { installedLanguages } from './installed-languages.ts'
import type { Language } from './language.ts'
import { written } from './written-in-english.ts'

const when = whenOf({ now: new Date('2026-11-15T09:00:00Z'), timeZone: 'Europe/Oslo' })

/** A value of each kind, as it is written into an English sentence. */
const samples: Readonly<Record<string, string>> = {
  number: '3',
  duration: '5 minutes',
  moment: 'tomorrow at 7',
  recurring: 'every day at 8',
  roughTime: 'tomorrow',
  date: 'tomorrow',
  day: 'christmas',
  place: 'Oslo',
  city: 'Oslo',
  zone: 'Japan',
  measure: '5 km',
  sum: '5 usd',
  price: '5 euros',
  money: '5 euros',
  percent: '20%',
  calculation: '3 * 4',
  share: 'apple',
  file: '~/notes.txt',
}

interface Wording {
  readonly intent: string
  readonly english: string
  readonly template: string
}

function wordingsOf({ intents: worded }: Language): Wording[] {
  return Object.entries(worded).flatMap(([intent, wordings]) =>
    Object.entries(wordings).flatMap(([english, said]) =>
      [said].flat().map((template) => ({ intent, english, template })),
    ),
  )
}

/** The kinds of the slots of a template, those of the phrases in it too. */
function kindsIn({ template }: Wording, language: Language): Map<string, string> {
  const whole = template.replaceAll(/<(\w+)>/g, (_, name: string) => language.phrases[name] ?? '')
  return new Map(
    [...whole.matchAll(/\{(\w+)(?:[:=]([\p{L}\w]+))?\}/gu)].map(([, name, kind = 'text']) => [name!, kind]),
  )
}

function slotsIn(english: string): ReadonlySet<string> {
  return new Set([...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))
}

function sampleOf(kind: string, { lists }: Language): string {
  return samples[kind] ?? Object.keys(lists[kind] ?? {})[0] ?? (kind === 'word' ? 'firefox' : 'zqaz')
}

test.each(installedLanguages.map((language) => [language.code, language] as const))(
  '%s: what a wording is said to mean is what its English sentence means',
  (_, language) => {
    const wrong = wordingsOf(language).flatMap((wording) => {
      const kinds = kindsIn(wording, language)
      const needed = slotsIn(wording.english.replaceAll(/\[[^[\]]*\]/g, ''))
      const missing = [...needed].filter((name) => !kinds.has(name))
      const lost = [...kinds.keys()].filter((name) => !slotsIn(wording.english).has(name))
      if (missing.length + lost.length > 0)
        return [`${wording.template}: look at ${[...missing, ...lost].join(', ')}`]
      const valueOf = (name: string) => {
        if (!kinds.has(name)) return undefined
        // A measure is converted into another one.
        if (name === 'to' && kinds.get(name) === 'measure') return 'miles'
        const isConstant = wording.template.includes(`{${name}=${kinds.get(name)!}}`)
        return isConstant ? kinds.get(name)! : sampleOf(kinds.get(name)!, language)
      }
      const sentence = written(wording.english, valueOf)!
      const found = matchGrammar(normalize(sentence), when)?.intent
      return found === wording.intent ? [] : [`${wording.intent}: "${sentence}" means ${found}`]
    })
    expect([...new Set(wrong)]).toEqual([])
  },
)

test.each(installedLanguages.map((language) => [language.code, language] as const))(
  '%s words intents that there are, and at least 25 of them',
  (_, language) => {
    const worded = Object.keys(language.intents)
    expect(worded.filter((name) => !intents[name])).toEqual([])
    expect(worded.length).toBeGreaterThanOrEqual(25)
  },
)

test('where a sentence means something in two languages, the one of whoever asks decides', () => {
  const moment = { now: new Date('2026-11-15T09:00:00Z'), timeZone: 'Europe/Berlin' }
  const amount = (language?: string) =>
    matchGrammar(normalize('1.000 Meter in Kilometer'), whenOf({ ...moment, ...(language && { language }) }))
      ?.slots['value']
  expect([amount(), amount('en'), amount('de')]).toEqual([1, 1, 1_000])
})
