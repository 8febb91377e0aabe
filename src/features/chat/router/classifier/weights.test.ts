import { expect, test } from 'vitest'
import { declaredIntents } from '../declared-intents.ts'
import { drawSentences } from './draw-sentences.ts'
import { loadIntentModel } from './model.ts'
import { templateSentences, trainingSha256, exampleSentences } from './training-sentences.ts'

const weights = new URL('weights.bin', import.meta.url)

test('the weights know every intent, and no other (npm run train:router)', async () => {
  const { labels } = await loadIntentModel(weights)
  const ours = labels.filter((label) => !label.startsWith('other.'))
  expect(ours.toSorted()).toEqual([...declaredIntents.keys()].toSorted())
})

test('the weights were trained from the examples as they are now (npm run train:router)', async () => {
  expect((await loadIntentModel(weights)).examplesSha256).toBe(await trainingSha256())
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

test('a template stands for the same sentences each time', () => {
  const wish = { fillers: { city: ['Oslo', 'Bergen'], place: 'city' }, count: 10, seed: 'a' }
  const made = drawSentences('(weather|forecast) [in {city:place}]', wish)
  expect(drawSentences('(weather|forecast) [in {city:place}]', wish)).toEqual(made)
  expect(new Set(made)).toContain('weather in Oslo')
  expect(() => drawSentences('{one:nobody}', wish)).toThrow('nobody')
})

test('every intent has sentences to be learnt from', async () => {
  const sentences = [...(await exampleSentences()), ...(await templateSentences())]
  const labels = new Set(sentences.map(({ label }) => label))
  expect([...declaredIntents.keys()].filter((name) => !labels.has(name))).toEqual([])
})
