import { expect, test } from 'vitest'
import { placed } from './layout.ts'

const widthOf = (detail: string) =>
  placed({ nodes: [{ id: 'a', label: 'a', detail }], edges: [], direction: 'right' }).nodes[0]!.width

/** As wide as Inter draws them at 12 px, measured in a browser, and the padding and border around them. */
test.each([
  ['SEARCH_FILES', 91],
  ['DOWNLOAD_ATTACHMENT', 158],
  ['CREATE_INCIDENT_REPORT · completed', 231],
])('the box of %s has room for it in one line', (detail, width) => {
  expect(widthOf(detail)).toBeGreaterThanOrEqual(width + 26)
})

test('a box grows no wider for a text that takes several lines', () => {
  expect(widthOf('word '.repeat(40))).toBe(widthOf('word '.repeat(20)))
})
