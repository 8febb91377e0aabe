import { expect, test } from 'vitest'
import { createSampleFiles } from '../../../test/pptx-sample-files.ts'
import { dialectOfNamespace, relationshipType, transitional } from './dialect.ts'
import { attribute, childAt, childrenNamed, descendants } from '../archives/xml-tree.ts'
import { openPresentation, type Presentation } from './presentation.ts'
import { completeOrder, enterSlide, reorderSlides } from './slide-list.ts'
import { themeColors } from './theme-colors.ts'

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

/** The slides of each section, by their ids. */
async function sectionsOf(presentation: Presentation): Promise<number[][]> {
  const { root } = await presentation.xml()
  const sections = [...descendants(root)].filter(({ local }) => local === 'section')
  return sections.map((section) =>
    childrenNamed(childAt(section, ['sldIdLst']), 'sldId').map((each) => Number(attribute(each, 'id'))),
  )
}

test('sections follow the order of the slides, and a new slide joins the one before it', async () => {
  await using files = await createSampleFiles()
  await using presentation = await openPresentation(files.deck)
  const [one, two, three] = (await presentation.slides()).map(({ id }) => id)
  expect(await sectionsOf(presentation)).toEqual([[one, two], [three]])
  await reorderSlides(presentation, [3, 1, 2])
  expect(await sectionsOf(presentation)).toEqual([[three, one], [two]])
  const { part } = (await presentation.slides())[0]!
  await enterSlide(presentation, { part, position: 2 })
  const added = (await presentation.slides())[1]!.id
  expect(await sectionsOf(presentation)).toEqual([[three, added, one], [two]])
  await enterSlide(presentation, { part, position: 5 })
  expect((await sectionsOf(presentation)).map(({ length }) => length)).toEqual([3, 2])
})

test('the colours of the theme behind a slide are known by their names', async () => {
  await using files = await createSampleFiles()
  await using presentation = await openPresentation(files.deck)
  const { part } = await presentation.slide(1)
  const colors = await themeColors(presentation, part)
  expect(Object.keys(colors)).toEqual(expect.arrayContaining(['dk1', 'lt1', 'accent1']))
  for (const color of Object.values(colors)) expect(color).toMatch(/^[0-9A-F]{6}$/)
  expect(await themeColors(presentation, 'ppt/slides/nobody.xml')).toEqual({})
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
