import { expect, test } from 'vitest'
import { presentCommand } from './command-line.ts'

test('a command line is joined by blanks and cut when it is long', () => {
  expect(presentCommand(['node', 'main.ts', '--port', '8000'])).toBe('node main.ts --port 8000')
  const long = presentCommand(['java', 'x'.repeat(500)])
  expect(long).toHaveLength(200)
  expect(long.endsWith('…')).toBe(true)
})

test.each([
  [['mysql', '--password=hunter2', 'shop'], 'mysql --password=••• shop'],
  [['curl', '--oauth2-token', 'abc', 'https://example.org'], 'curl --oauth2-token ••• https://example.org'],
  [['env', 'OPENAI_API_KEY=sk-1', 'node'], 'env OPENAI_API_KEY=••• node'],
  [['psql', 'postgres://ada:hunter2@db/shop'], 'psql postgres://ada:•••@db/shop'],
])('secrets on a command line are masked: %j', (args, shown) => {
  expect(presentCommand(args)).toBe(shown)
})

test('what only looks a little like a secret is left alone', () => {
  expect(presentCommand(['app', '--token', '--verbose'])).toBe('app --token --verbose')
  expect(presentCommand(['git', 'clone', 'git@example.org:tokens/list'])).toBe(
    'git clone git@example.org:tokens/list',
  )
})
