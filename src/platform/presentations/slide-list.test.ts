import { expect, test } from 'vitest'
import { createSampleFiles } from '../../../test/pptx-sample-files.ts'
import { dialectOfNamespace, relationshipType, transitional } from './dialect.ts'
import { openPresentation } from './presentation.ts'
import { completeOrder, enterSlide, reorderSlides } from './slide-list.ts'

test.each([
  [[], 3, [1, 2, 3]],
  [[3], 3, [3, 1, 2]],
  [[2, 1], 4, [2, 1, 3, 4]],
  [[3, 2, 1], 3, [3, 2, 1]],
  [[], 0, []],
])('the order %j of %i slides is %j', (named, count, order) => {
  expect(completeOrder(named, count)).toEqual(order)
})

test.each([
  [[0], 3],
  [[4], 3],
  [[1], 0],
  [[2, 2], 3],
  [[-1], 3],
])('the order %j of %i slides is none', (named, count) => {
  expect(() => completeOrder(named, count)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})

test('slides are put in another order and nothing else moves', async () => {
  await using files = await createSampleFiles()
  await using presentation = await openPresentation(files.deck)
  const before = await presentation.slides()
  expect(before.length).toBeGreaterThan(2)
  const order = before.map((_, index) => index + 1).toReversed()
  await reorderSlides(presentation, order)
  expect(await presentation.slides()).toEqual(before.toReversed())
  await reorderSlides(presentation, order)
  expect(await presentation.slides()).toEqual(before)
})

test('a slide comes in at its place with a number of its own', async () => {
  await using files = await createSampleFiles()
  await using presentation = await openPresentation(files.deck)
  const before = await presentation.slides()
  const { part } = before[0]!
  for (const position of [1, 3, before.length + 3]) await enterSlide(presentation, { part, position })
  const after = await presentation.slides()
  expect(after.map((slide) => slide.id).filter((id) => before.some((slide) => slide.id === id))).toEqual(
    before.map(({ id }) => id),
  )
  const added = after.flatMap(({ id }, index) => (before.some((slide) => slide.id === id) ? [] : [index + 1]))
  expect(added).toEqual([1, 3, before.length + 3])
  expect(new Set(after.map(({ id }) => id)).size).toBe(after.length)
  for (const { id } of after) expect(id).toBeGreaterThanOrEqual(256)
})

test('a slide that is not there is told with how many there are', async () => {
  await using files = await createSampleFiles()
  await using presentation = await openPresentation(files.deck)
  const { length } = await presentation.slides()
  expect((await presentation.slide(length)).part).toMatch(/slide\d+\.xml$/)
  for (const number of [0, length + 1, -1])
    await expect(presentation.slide(number)).rejects.toThrow(String(length))
})

test('both dialects are known by their namespace, and each writes a share in its own way', () => {
  const strict = dialectOfNamespace('http://purl.oclc.org/ooxml/presentationml/main')!
  expect(dialectOfNamespace(transitional.namespaces.p)).toBe(transitional)
  expect(dialectOfNamespace('http://example.org/')).toBeUndefined()
  expect([transitional.percent(62.5), strict.percent(62.5), strict.percent(100 / 3)]).toEqual([
    '62500',
    '62.5%',
    '33.333%',
  ])
  expect(relationshipType(strict, 'slide')).toBe(
    'http://purl.oclc.org/ooxml/officeDocument/relationships/slide',
  )
})
