import { afterAll, expect, test } from 'vitest'
import { intents } from '../src/features/chat/router/intents.ts'
import { goldDomains, readGold } from './router-gold/gold.ts'
import { createGoldRouter } from './router-gold/gold-router.ts'
import { difference } from './router-gold/judge.ts'

/** What is known to be missed. These only ever go down. */
const KNOWN_WRONG = 0
const KNOWN_SILENT = 8

const domains = await goldDomains()
const all = (await Promise.all(domains.map(readGold))).flat()
const router = await createGoldRouter()

afterAll(() => router.close())

test.each(domains)('%s: every sentence means what its gold says', async (domain) => {
  const differences: string[] = []
  for (const row of await readGold(domain)) {
    const found = difference(row, await router.understand(row))
    if (found !== undefined) differences.push(found)
  }
  expect(differences.join('\n'), `node scripts/router-gold.ts --domain ${domain}`).toBe('')
})

test('what is missed becomes less', () => {
  const missed = (how: string) => all.filter(({ today }) => today === how).length
  expect(missed('wrong')).toBeLessThanOrEqual(KNOWN_WRONG)
  expect(missed('silent')).toBeLessThanOrEqual(KNOWN_SILENT)
})

test('every intent is there in a dozen ways, and much that must be left alone', () => {
  const counts = new Map<string, number>()
  for (const wish of all.flatMap(({ wishes }) => wishes))
    if ('intent' in wish) counts.set(wish.intent, (counts.get(wish.intent) ?? 0) + 1)
  expect(Object.keys(intents).filter((intent) => (counts.get(intent) ?? 0) < 12)).toEqual([])
  expect(all.filter(({ wishes }) => wishes.length === 0).length).toBeGreaterThan(800)
  expect(all.length).toBeGreaterThan(5_000)
})

test('no sentence is there twice', () => {
  const said = all.map(({ say, with: other }) => `${say.toLowerCase()} ${JSON.stringify(other ?? {})}`)
  expect(said.filter((text, index) => said.indexOf(text) !== index)).toEqual([])
})
