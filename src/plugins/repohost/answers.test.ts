import { expect, test } from 'vitest'
import { entriesOf, foundIn, treeEntriesOf } from './contents-answer.ts'
import { asOnGitHub, changedFileOf, codeMatchOf } from './gitlab-answer.ts'
import { maxFileBytes } from './repository-host.ts'
import { githubDialect, issueOf, pullRequestOf } from './tracker-answer.ts'

const place = { owner: 'a', repo: 'b', path: 'docs/a.md' }
const notAsked = () => Promise.reject(new Error('Its bytes are in the answer.'))

test('a file comes with its bytes, its id and its address', async () => {
  const answer = {
    type: 'file',
    size: 5,
    encoding: 'base64',
    content: 'aGVs\nbG8=\n',
    sha: 'f00',
    html_url: 'https://x',
  }
  expect(await foundIn(answer, { place, raw: notAsked })).toEqual({
    kind: 'file',
    bytes: Buffer.from('hello'),
    id: 'f00',
    url: 'https://x',
  })
})

test.each([
  ['left out', { size: 5, encoding: 'none', content: '' }],
  ['empty though the file is not', { size: 5, encoding: 'base64', content: '' }],
  ['in another encoding', { size: 5, encoding: 'utf-8', content: 'hello' }],
])('bytes that are %s are fetched', async (_what, answer) => {
  const found = await foundIn({ type: 'file', ...answer }, { place, raw: async () => Buffer.from('raw') })
  expect(found).toMatchObject({ kind: 'file', bytes: Buffer.from('raw') })
})

test('an empty file is empty, and nothing is fetched', async () => {
  const answer = { type: 'file', size: 0, encoding: 'base64', content: '' }
  expect(await foundIn(answer, { place, raw: notAsked })).toMatchObject({ bytes: Buffer.alloc(0) })
})

test('a file beyond the limit is refused before its bytes are fetched', async () => {
  const answer = { type: 'file', size: maxFileBytes + 1, encoding: 'none', content: '' }
  await expect(foundIn(answer, { place, raw: notAsked })).rejects.toMatchObject({ code: 'too_large' })
})

test('what is no file is told as what it is', async () => {
  const find = (answer: unknown) => foundIn(answer, { place, raw: notAsked })
  expect(await find({ type: 'symlink', target: '../x' })).toEqual({ kind: 'symlink', target: '../x' })
  expect(await find({ type: 'submodule', submodule_git_url: 'https://y' })).toEqual({
    kind: 'submodule',
    url: 'https://y',
  })
  const folder = [
    { path: 'docs/a.md', type: 'file' },
    { path: 'docs/img', type: 'dir' },
  ]
  expect(await find(folder)).toEqual({ kind: 'folder', names: ['a.md', 'img/'] })
})

test('a listing tells files, folders, links and submodules apart, also where GitHub calls one a file', () => {
  const answer = [
    { path: 'a', type: 'file', size: 3, git_url: 'https://h/repos/x/git/blobs/1' },
    { path: 'b', type: 'dir', size: 0 },
    { path: 'c', type: 'symlink', size: 4 },
    { path: 'd', type: 'file', size: 0, git_url: 'https://h/repos/x/git/trees/1' },
    { name: 'e', type: 'who knows' },
    null,
  ]
  expect(entriesOf(answer)).toEqual([
    { path: 'a', type: 'file', size: 3 },
    { path: 'b', type: 'folder', size: null },
    { path: 'c', type: 'symlink', size: null },
    { path: 'd', type: 'submodule', size: null },
    { path: 'e', type: 'file', size: null },
    { path: '', type: 'file', size: null },
  ])
  expect(entriesOf({ message: 'no list' })).toEqual([])
})

test('of a whole tree only what is below the folder counts, not what begins like it', () => {
  const tree = [
    { path: 'src', type: 'tree' },
    { path: 'src/a.ts', type: 'blob', size: 1 },
    { path: 'src-old/b.ts', type: 'blob', size: 2 },
    { path: 'src/link', type: 'blob', mode: '120000', size: 9 },
    { path: 'src/module', type: 'commit' },
  ]
  expect(treeEntriesOf({ tree }, 'src').map(({ path, type }) => `${type} ${path}`)).toEqual([
    'file src/a.ts',
    'symlink src/link',
    'submodule src/module',
  ])
  expect(treeEntriesOf({ tree }, '')).toHaveLength(tree.length)
  expect(treeEntriesOf({ tree }, 'src-old/b.ts')).toMatchObject([{ path: 'src-old/b.ts' }])
  expect(treeEntriesOf(undefined, '')).toEqual([])
})

test('an issue is read with what is missing left empty', () => {
  expect(issueOf({ number: 7 })).toEqual({
    number: 7,
    title: '',
    state: 'open',
    author: null,
    labels: [],
    comments: 0,
    created_at: null,
    updated_at: null,
    body: '',
    url: null,
  })
  const labels = [{ name: 'bug' }, 'plain']
  expect(issueOf({ number: '7', state: 'closed', labels, user: { login: 'ada' } })).toMatchObject({
    number: 7,
    state: 'closed',
    labels: ['bug', 'plain'],
    author: 'ada',
  })
})

test('what has no number is not what was asked for', () => {
  for (const answer of [{}, { number: 'seven' }, null, []])
    expect(() => issueOf(answer)).toThrow(expect.objectContaining({ code: 'upstream_failed' }))
})

test('a long text is cut, and it can be seen that it is', () => {
  const { body } = issueOf({ number: 1, body: 'x'.repeat(9_000) })
  expect(body).toHaveLength(8_001)
  expect(body.endsWith('x…')).toBe(true)
})

test.each([
  [{ state: 'open' }, 'open'],
  [{ state: 'closed' }, 'closed'],
  [{ state: 'closed', merged: true }, 'merged'],
  [{ state: 'closed', merged_at: '2026-03-02T09:30:00Z' }, 'merged'],
])('what became of a pull request %j is %s', (answer, state) => {
  expect(pullRequestOf({ number: 1, ...answer }).state).toBe(state)
})

test('whether a pull request can be merged is not known until the service says so', () => {
  const mergeable = (value: unknown) => pullRequestOf({ number: 1, mergeable: value }).mergeable
  expect([mergeable(true), mergeable(false), mergeable(null), mergeable('yes')]).toEqual([
    true,
    false,
    null,
    null,
  ])
})

test.each([
  ['added', 'added'],
  ['copied', 'added'],
  ['removed', 'removed'],
  ['deleted', 'removed'],
  ['renamed', 'renamed'],
  ['changed', 'modified'],
  [undefined, 'modified'],
])('a file that was %s counts as %s', (status, told) => {
  expect(githubDialect.changedFileOf({ filename: 'a', status, additions: 2 })).toEqual({
    path: 'a',
    status: told,
    additions: 2,
    deletions: 0,
  })
})

test('a merge request of GitLab reads like a pull request of GitHub', () => {
  const answer = {
    iid: 12,
    id: 99_999,
    title: 'Tidy up',
    state: 'merged',
    author: { username: 'ada' },
    description: 'Because.',
    web_url: 'https://gitlab.example/12',
    source_branch: 'tidy',
    target_branch: 'main',
    detailed_merge_status: 'conflict',
    merge_status: 'can_be_merged',
  }
  expect(pullRequestOf(asOnGitHub(answer))).toMatchObject({
    number: 12,
    state: 'merged',
    author: 'ada',
    body: 'Because.',
    url: 'https://gitlab.example/12',
    source_branch: 'tidy',
    target_branch: 'main',
    mergeable: false,
  })
  expect(pullRequestOf(asOnGitHub({ iid: 1, merge_status: 'checking' })).mergeable).toBeNull()
})

test('lines of a GitLab diff are counted without its heads', () => {
  const diff = '--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n-old\n+new\n+more\n same\n--- \n+++ \n-- a dashed line\n'
  expect(changedFileOf({ new_path: 'x', diff })).toEqual({
    path: 'x',
    status: 'modified',
    additions: 2,
    deletions: 2,
  })
})

test.each([
  [{ new_file: true, new_path: 'n' }, 'added', 'n'],
  [{ deleted_file: true, old_path: 'o' }, 'removed', 'o'],
  [{ renamed_file: true, new_path: 'n', old_path: 'o' }, 'renamed', 'n'],
])('GitLab says %j of a file that was %s', (answer, status, path) => {
  expect(changedFileOf(answer)).toMatchObject({ status, path })
})

test('a match of GitLab has its place, and no excerpt when there is no text', () => {
  expect(codeMatchOf({ filename: 'a.ts', startline: 3, data: 'x = 1' }, 'g/p')).toEqual({
    repository: 'g/p',
    path: 'a.ts',
    line: 3,
    excerpts: ['x = 1'],
    url: null,
  })
  expect(codeMatchOf({ path: 'b.ts', filename: 'a.ts' }, 'g/p')).toMatchObject({ path: 'b.ts', excerpts: [] })
})
