import { expect, test } from 'vitest'
import { frontmatterOf, isFrontmatterOf } from './frontmatter.ts'

const file = Buffer.from(
  '---\nname: a\ndescription: B.\nmetadata:\n  version: 1.0\n  on: yes\n  date: 2026-01-02\n---\n\nBody\n',
)
const told = (metadata: object) => ({ name: 'a', description: 'B.', metadata })

test('every field is told as its author wrote it', async () => {
  expect(await frontmatterOf(file)).toEqual(told({ version: 1, on: 'yes', date: '2026-01-02' }))
})

test.each([
  [{ version: 1, on: 'yes', date: '2026-01-02' }],
  [{ version: '1.0', on: 'yes', date: '2026-01-02' }],
  [{ true: true, version: 1, date: '2026-01-02T00:00:00.000Z' }],
])('any reading of YAML is that of the file: %j', async (metadata) => {
  expect(await isFrontmatterOf(file, told(metadata))).toBe(true)
})

test.each([
  told({ version: 2, on: 'yes', date: '2026-01-02' }),
  told({ version: 1, on: 'yes' }),
  { ...told({ version: 1, on: 'yes', date: '2026-01-02' }), description: 'C.' },
  { ...told({ version: 1, on: 'yes', date: '2026-01-02' }), license: 'MIT' },
])('anything else is not: %j', async (frontmatter) => {
  expect(await isFrontmatterOf(file, frontmatter)).toBe(false)
})
