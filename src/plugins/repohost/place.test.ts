import { expect, test } from 'vitest'
import { encodedPath, filePlace, linkTarget, repositoryPath, repositoryPlace } from './place.ts'

test.each([
  { owner: 'octocat', repo: 'hello-world' },
  { owner: 'group/subgroup/team', repo: 'näme.js' },
])('names are taken as they are: $owner/$repo', (given) => {
  expect(repositoryPlace(given)).toEqual(given)
})

test.each([
  ['an address as owner', { owner: 'https://github.com/octocat', repo: 'a' }],
  ['a repository with its owner', { owner: 'octocat', repo: 'octocat/a' }],
  ['a way up as owner', { owner: '..', repo: 'a' }],
  ['a way up inside of an owner', { owner: 'group/../other', repo: 'a' }],
  ['a way up as repository', { owner: 'a', repo: '..' }],
  ['an encoded slash', { owner: 'a', repo: 'b%2f..' }],
  ['a query', { owner: 'a', repo: 'b?private=1' }],
  ['a fragment', { owner: 'a', repo: 'b#c' }],
  ['a blank', { owner: 'a b', repo: 'c' }],
  ['an empty part', { owner: 'a//b', repo: 'c' }],
  ['a control character', { owner: 'a', repo: 'b\u0000' }],
  ['half a character', { owner: 'a', repo: 'b\ud800' }],
])('what would lead elsewhere is refused: %s', (_what, given) => {
  expect(() => repositoryPlace(given)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})

test('a path begins at the top folder, however it was written', () => {
  const at = (path?: string) => filePlace({ owner: 'a', repo: 'b', path }).path
  expect([at(), at('/'), at('./src//index.ts'), at('/src/'), at('a b/ü.txt')]).toEqual([
    '',
    '',
    'src/index.ts',
    'src',
    'a b/ü.txt',
  ])
})

test('a path does not leave the repository', () => {
  for (const path of ['..', 'src/../../x', '../x', 'a/\n'])
    expect(() => filePlace({ owner: 'a', repo: 'b', path })).toThrow(
      expect.objectContaining({ code: 'invalid_request' }),
    )
  // Only whole parts are ways up.
  expect(filePlace({ owner: 'a', repo: 'b', path: 'a..b/...c' }).path).toBe('a..b/...c')
})

test('a branch is there only when it was given, and may have slashes', () => {
  expect(filePlace({ owner: 'a', repo: 'b' })).not.toHaveProperty('ref')
  expect(filePlace({ owner: 'a', repo: 'b', ref: 'feature/x' }).ref).toBe('feature/x')
  expect(() => filePlace({ owner: 'a', repo: 'b', ref: 'x\r\ny' })).toThrow(
    expect.objectContaining({ code: 'invalid_request' }),
  )
})

test.each([
  ['docs/a.md', 'b.md', 'docs/b.md'],
  ['docs/a.md', '../README.md', 'README.md'],
  ['docs/a.md', './x/', 'docs/x'],
  ['docs/a.md', '..', ''],
  ['a.md', '..', undefined],
  ['docs/a.md', '../../etc/passwd', undefined],
  ['docs/a.md', '/etc/passwd', undefined],
  ['docs/a.md', '', undefined],
  ['docs/a.md', 'x\u0000', undefined],
  ['docs/a.md', '..b', 'docs/..b'],
])('a link in %s to "%s" leads to %s', (path, target, led) => {
  expect(linkTarget(path, target)).toBe(led)
})

test('what goes into an address is encoded, but for the slashes between parts', () => {
  expect(encodedPath('a b/c#d?/ü')).toBe('a%20b/c%23d%3F/%C3%BC')
  expect(repositoryPath({ owner: 'group/sub', repo: 'x.y' })).toBe('/repos/group/sub/x.y')
})
