import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { intents } from '../intents.ts'
import { expand } from './expand-examples.ts'
import { loadIntentModel } from './model.ts'

const folder = new URL('../', import.meta.url)
const weights = new URL('weights.bin', import.meta.url)

test('the weights were trained from the examples as they are now (npm run train:router)', async () => {
  const hash = createHash('sha256').update(await readFile(new URL('examples/fillers.json', folder)))
  const files = await Array.fromAsync(glob('examples/*.txt', { cwd: folder.pathname }))
  for (const file of files.toSorted()) hash.update(await readFile(new URL(file, folder)))
  expect((await loadIntentModel(weights)).examplesSha256).toBe(hash.digest('hex'))
})

/** Intents that the weights have yet to learn; they are understood by their templates alone. This only ever goes down. */
const UNLEARNT = 63

test('no more intents than before are unknown to the weights', async () => {
  const { labels } = await loadIntentModel(weights)
  const unlearnt = Object.keys(intents).filter((name) => !labels.includes(name))
  expect(unlearnt.length, unlearnt.join(', ')).toBeLessThanOrEqual(UNLEARNT)
})

test('every label is an intent that can be answered, or stands for what is not ours', async () => {
  const { labels } = await loadIntentModel(weights)
  expect(labels.filter((label) => !label.startsWith('other.') && !intents[label])).toEqual([])
})

test('what the words say is a distribution with the right intent on top', async () => {
  const model = await loadIntentModel(weights)
  const top = (lower: string) => {
    const distribution = model.byWords(lower)
    expect(distribution.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 4)
    return model.labels[distribution.indexOf(Math.max(...distribution))]
  }
  expect(top('is rain expected over the hills of wales')).toBe('live_weather')
  expect(top('move two hundred from my savings to checking')).toBe('other.transfer')
})

test('patterns expand to the same sentences each time', () => {
  const fillers = { city: ['Oslo', 'Bergen'] }
  const wish = { fillers, count: 10, seed: 'a' }
  const made = expand('(weather|forecast) (in {city}|)', wish)
  expect(expand('(weather|forecast) (in {city}|)', wish)).toEqual(made)
  expect(new Set(made)).toContain('weather in Oslo')
  expect(() => expand('{nobody}', wish)).toThrow('nobody')
})
