import { expect, test } from 'vitest'
import { answering, runRepohost, startHost, type Answers } from './repohost-stage.ts'

const place = { owner: 'octocat', repo: 'hello' }
const top = '/repos/octocat/hello'

/** GitHub with one repository that has a README and what a test adds. */
async function github(answers: Answers = {}) {
  const host = await startHost(
    answering({
      [top]: { body: { full_name: 'octocat/hello', default_branch: 'main' } },
      [`${top}/commits/main`]: { body: { sha: 'c0ffee' } },
      [`${top}/contents/README.md`]: { body: fileAnswer('README.md', Buffer.from('Hello wörld\n')) },
      ...answers,
    }),
  )
  const run = (action: string, args: object, settings: object = {}) =>
    runRepohost(action, args, { settings: { UPSTREAM_GITHUB: host.origin, ...settings } })
  const read = (args: object, settings?: object) => run('GET_FILE_CONTENT', { ...place, ...args }, settings)
  return { ...host, run, read, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() }
}

function fileAnswer(path: string, bytes: Buffer) {
  const content = bytes.toString('base64').replace(/.{60}/g, '$&\n')
  return { type: 'file', path, size: bytes.length, sha: 'abc', encoding: 'base64', content, html_url: null }
}

test('a text comes as it is, from the default branch, without a token when there is none', async () => {
  await using host = await github()
  const { message, data } = await host.read({ path: '/README.md' })
  expect(data).toMatchObject({ path: 'README.md', ref: null, encoding: 'utf-8', content: 'Hello wörld\n' })
  expect(message).toBe('"README.md" of octocat/hello has 13 bytes.')
  expect(host.requests).toHaveLength(1)
  expect(host.requests[0]!.query.has('ref')).toBe(false)
  expect(host.requests[0]!.headers).not.toHaveProperty('authorization')
  expect(host.requests[0]!.headers).toMatchObject({ 'x-github-api-version': '2022-11-28' })
})

test('a token, a ref and a path with special characters arrive as they were meant', async () => {
  const path = 'a b/c#d/ü?%41.txt'
  const encoded = `${top}/contents/a%20b/c%23d/%C3%BC%3F%2541.txt`
  await using host = await github({ [encoded]: { body: fileAnswer(path, Buffer.from('x')) } })
  const { data } = await host.read({ path, ref: 'feature/x+y' }, { REPOHOST_TOKEN: 'secret-token' })
  expect(data).toMatchObject({ path, ref: 'feature/x+y', content: 'x' })
  expect(host.requests[0]!.query.get('ref')).toBe('feature/x+y')
  expect(host.requests[0]!.headers.authorization).toBe('Bearer secret-token')
})

test('content that is not text comes as base64', async () => {
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 0xff])
  await using host = await github({ [`${top}/contents/a.png`]: { body: fileAnswer('a.png', bytes) } })
  const { message, data } = await host.read({ path: 'a.png' })
  expect(data).toMatchObject({ encoding: 'base64', content: bytes.toString('base64'), size: 8 })
  expect(message).toContain('not text')
})

test('a file over 1 MB is fetched in its raw form', async () => {
  const text = 'line\n'.repeat(400_000)
  const answer = { type: 'file', path: 'big.txt', size: text.length, encoding: 'none', content: '' }
  await using host = await github({
    [`${top}/contents/big.txt`]: ({ headers }) =>
      headers.accept?.includes('raw') ? { body: text } : { body: answer },
  })
  const { data } = await host.read({ path: 'big.txt', ref: 'main' })
  expect(data['content']).toBe(text)
  expect(host.requests.map(({ query }) => query.get('ref'))).toEqual(['main', 'main'])
})

test('a file beyond the limit is refused by its size, and cut off when its size was not told', async () => {
  const huge = Buffer.alloc(9 * 1024 * 1024, 'a')
  await using host = await github({
    [`${top}/contents/told`]: { body: { type: 'file', size: huge.length, encoding: 'none', content: '' } },
    [`${top}/contents/silent`]: ({ headers }) =>
      headers.accept?.includes('raw')
        ? { body: huge }
        : { status: 403, body: { message: 'The blob is too large', errors: [{ code: 'too_large' }] } },
    [`${top}/contents/kept`]: { status: 403, body: { message: 'The blob is too large' } },
  })
  await expect(host.read({ path: 'told' })).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('9 MB. Only files up to 8 MB'),
  })
  await expect(host.read({ path: 'silent' })).rejects.toMatchObject({ code: 'too_large' })
  await expect(host.read({ path: 'kept' })).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('Clone the repository'),
  })
})

test('a folder, a submodule and links are told apart from a file', async () => {
  const link = (target: string) => ({ body: { type: 'symlink', target, size: 5 } })
  await using host = await github({
    [`${top}/contents/src`]: {
      body: [
        { type: 'file', path: 'src/a.ts', size: 1 },
        { type: 'dir', path: 'src/lib' },
      ],
    },
    [`${top}/contents/vendor`]: { body: { type: 'submodule', submodule_git_url: 'git://host.test/x.git' } },
    [`${top}/contents/docs/source`]: link('../src/'),
    [`${top}/contents/docs/readme`]: link('../README.md'),
    [`${top}/contents/outside`]: link('../../etc/passwd'),
    [`${top}/contents/loop`]: link('loop'),
  })
  const told = async (path: string) => {
    const error: unknown = await host.read({ path }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'conflict' })
    return (error as Error).message
  }
  expect(await told('src')).toContain('is a folder, with "a.ts", "lib/"')
  expect(await told('vendor')).toContain('a submodule: its files are in the repository git://host.test/x.git')
  expect(await told('docs/source')).toContain('is a link to "src", which is a folder')
  expect(await told('outside')).toContain('"../../etc/passwd", which is not in the repository')
  expect(await told('loop')).toContain('form a loop')
  const { data } = await host.read({ path: 'docs/readme' })
  expect(data).toMatchObject({ path: 'README.md', content: 'Hello wörld\n' })
})

test('what is missing is named: the repository, the branch or the file', async () => {
  await using host = await github()
  await expect(host.read({ path: 'nope' })).rejects.toMatchObject({
    code: 'not_found',
    message: 'No "nope" in octocat/hello on its default branch. See what is there with LIST_FILES_REPO.',
  })
  await expect(host.read({ path: 'nope', ref: 'gone' })).rejects.toMatchObject({
    code: 'not_found',
    message: 'octocat/hello has no branch, tag or commit "gone".',
  })
  await expect(host.read({ path: 'nope', ref: 'main' })).rejects.toMatchObject({
    message: expect.stringContaining('on "main"'),
  })
  await expect(host.read({ repo: 'private', path: 'x' })).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringMatching(/No repository octocat\/private .*private: set REPOHOST_TOKEN/),
  })
  await expect(host.read({ repo: 'private', path: 'x' }, { REPOHOST_TOKEN: 't' })).rejects.toMatchObject({
    message: expect.stringContaining('or the token in REPOHOST_TOKEN has no access'),
  })
})

const now = () => new Date('2026-11-15T12:00:00Z')
const limits = [
  { headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1794745500' }, wait: 'in 25 minutes' },
  { headers: { 'ratelimit-reset': '90' }, wait: '2026-11-15T12:01:30Z (in 90 s)' },
  { headers: { 'ratelimit-reset': '1794745500' }, wait: 'in 25 minutes' },
  { headers: { 'retry-after': '90' }, wait: '2026-11-15T12:01:30Z (in 90 s)' },
  { headers: { 'retry-after': 'Sun, 15 Nov 2026 12:10:00 GMT' }, wait: '2026-11-15T12:10:00Z' },
  { headers: {}, wait: 'in a few minutes' },
]

test.each(limits)('a limit is told with its end: $wait', async ({ headers, wait }) => {
  const status = 'x-ratelimit-remaining' in headers ? 403 : 429
  const message = 'API rate limit exceeded'
  await using host = await startHost(() => ({ status, headers: { ...headers }, body: { message } }))
  const settings = { UPSTREAM_GITHUB: host.origin }
  const reading = runRepohost('GET_FILE_CONTENT', { ...place, path: 'x' }, { settings, now })
  await expect(reading).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringContaining(wait),
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  })
})

test('a refused token names its setting, and so does a request that needs one', async () => {
  await using host = await startHost(() => ({ status: 401, body: { message: 'Bad credentials' } }))
  const run = (action: string, args: object, settings: object = {}) =>
    runRepohost(action, args, { settings: { UPSTREAM_GITHUB: host.origin, ...settings } })
  await expect(
    run('GET_FILE_CONTENT', { ...place, path: 'x' }, { REPOHOST_TOKEN: 'old' }),
  ).rejects.toMatchObject({
    code: 'not_configured',
    message: expect.stringContaining('rejected the token in REPOHOST_TOKEN ("Bad credentials")'),
  })
  await expect(run('SEARCH_CODE', { query: 'x' })).rejects.toMatchObject({
    code: 'not_configured',
    message: expect.stringContaining('Set REPOHOST_TOKEN to an access token'),
  })
  const before = host.requests.length
  await expect(run('CREATE_ISSUE', { ...place, title: 'x' })).rejects.toMatchObject({
    code: 'not_configured',
  })
  expect(host.requests).toHaveLength(before)
})

test('the token does not follow a redirect to another origin', async () => {
  await using other = await startHost(() => ({ body: fileAnswer('x', Buffer.from('elsewhere')) }))
  await using host = await startHost(({ path }) => {
    if (path.endsWith('/moved')) return { status: 301, headers: { location: `${top}/contents/here` } }
    if (path.endsWith('/here')) return { body: fileAnswer('here', Buffer.from('moved')) }
    return { status: 302, headers: { location: `${other.origin}/x` } }
  })
  const settings = { UPSTREAM_GITHUB: host.origin, REPOHOST_TOKEN: 'secret' }
  const read = (path: string) => runRepohost('GET_FILE_CONTENT', { ...place, path }, { settings })
  expect((await read('moved')).data['content']).toBe('moved')
  expect(host.requests.at(-1)!.headers.authorization).toBe('Bearer secret')
  // The other server is on this machine too, and nobody allowed that one.
  await expect(read('away')).rejects.toMatchObject({ code: 'forbidden' })
  expect(other.requests).toEqual([])
})

test('where no address is set, it is the guarded fetch that is asked, and only at GitHub', async () => {
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (input) => {
    asked.push((input as URL).href)
    return Response.json(fileAnswer('README.md', Buffer.from('x')))
  }
  const args = { ...place, path: 'README.md' }
  await runRepohost('GET_FILE_CONTENT', args, { settings: {}, fetch })
  await runRepohost('GET_FILE_CONTENT', args, { settings: { REPOHOST_URL: 'https://github.com/' }, fetch })
  expect(new Set(asked)).toEqual(new Set([`https://api.github.com${top}/contents/README.md`]))
  const failing = async () => Promise.reject(new TypeError('fetch failed'))
  await expect(runRepohost('GET_FILE_CONTENT', args, { settings: {}, fetch: failing })).rejects.toMatchObject(
    { code: 'upstream_failed' },
  )
})

test.each([
  { owner: 'a/../b', repo: 'x', path: 'y' },
  { owner: '..', repo: 'x', path: 'y' },
  { owner: 'a', repo: '..', path: 'y' },
  { owner: 'a', repo: 'https://host.test', path: 'y' },
  { owner: 'a', repo: 'b', path: 'x/../../../user' },
  { owner: 'a', repo: 'b', path: 'x\ny' },
  { owner: 'a', repo: 'b', path: '\ud800' },
  { owner: 'a', repo: 'b', path: 'y', ref: '\ud800' },
])('%j is refused before anything is asked', async (args) => {
  await using host = await github()
  await expect(host.run('GET_FILE_CONTENT', args)).rejects.toMatchObject({ code: 'invalid_request' })
  expect(host.requests).toEqual([])
})

test('files are listed, of one folder and of all below it', async () => {
  const tree = [
    { path: 'src', type: 'tree', mode: '040000' },
    { path: 'src/a.ts', type: 'blob', mode: '100644', size: 7 },
    { path: 'src/link', type: 'blob', mode: '120000', size: 4 },
    { path: 'vendor', type: 'commit', mode: '160000' },
  ]
  await using host = await github({
    [`${top}/contents/`]: {
      body: [
        { type: 'file', path: 'README.md', size: 13, git_url: 'https://x.test/git/blobs/1' },
        { type: 'file', path: 'vendor', size: 0, git_url: 'https://x.test/git/trees/1' },
      ],
    },
    [`${top}/git/trees/HEAD`]: { body: { tree, truncated: false } },
  })
  const { data: flat } = await host.run('LIST_FILES_REPO', place)
  expect(flat).toMatchObject({
    entries: [
      { path: 'README.md', type: 'file', size: 13 },
      { path: 'vendor', type: 'submodule', size: null },
    ],
    truncated: false,
  })
  const { data: deep } = await host.run('LIST_FILES_REPO', { ...place, path: 'src', recursive: true })
  expect(deep['entries']).toEqual([
    { path: 'src/a.ts', type: 'file', size: 7 },
    { path: 'src/link', type: 'symlink', size: 4 },
  ])
  const { data: cut } = await host.run('LIST_FILES_REPO', { ...place, recursive: true, limit: 2 })
  expect(cut).toMatchObject({ truncated: true, entries: { length: 2 } })
  await expect(
    host.run('LIST_FILES_REPO', { ...place, path: 'none', recursive: true }),
  ).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('issues are collected over pages, without the pull requests among them', async () => {
  const page = (from: number) =>
    Array.from({ length: 3 }, (_, index) => ({
      number: from + index,
      title: `Issue ${from + index}`,
      state: 'open',
      user: { login: 'anna' },
      labels: [{ name: 'bug' }],
      comments: 2,
      created_at: '2026-01-01T00:00:00Z',
      ...(index === 1 && { pull_request: {} }),
    }))
  await using host = await github({
    [`${top}/issues`]: ({ query }) =>
      query.get('page') === '1'
        ? { body: page(1), headers: { link: '<https://evil.test/2>; rel="next"' } }
        : { body: page(4) },
  })
  const { data } = await host.run('GET_ISSUES', { ...place, labels: ['bug', 'ui'], state: 'all' })
  expect((data['issues'] as { number: number }[]).map(({ number }) => number)).toEqual([1, 3, 4, 6])
  expect(data['more']).toBe(false)
  expect(host.requests[0]!.query.get('labels')).toBe('bug,ui')
  const { data: few } = await host.run('GET_ISSUES', { ...place, limit: 1 })
  expect(few).toMatchObject({ more: true, issues: [{ number: 1, author: 'anna', labels: ['bug'] }] })
})

test('an issue is opened, and a disabled tracker is told', async () => {
  await using host = await github({
    [`POST ${top}/issues`]: ({ body }) => ({
      status: 201,
      body: { number: 7, state: 'open', ...(JSON.parse(body) as object), labels: [{ name: 'bug' }] },
    }),
    'POST /repos/octocat/closed/issues': {
      status: 410,
      body: { message: 'Issues are disabled for this repo' },
    },
  })
  const token = { REPOHOST_TOKEN: 't' }
  const args = { ...place, title: ' Broken ', body: 'Text', labels: ['bug'] }
  const { message, data } = await host.run('CREATE_ISSUE', args, token)
  expect(message).toBe('Opened issue 7 in octocat/hello.')
  expect(data).toMatchObject({ issue: { number: 7, title: 'Broken', body: 'Text', labels: ['bug'] } })
  await expect(host.run('CREATE_ISSUE', { ...args, repo: 'closed' }, token)).rejects.toMatchObject({
    code: 'gone',
    message: expect.stringContaining('Issues are disabled'),
  })
})

test('a pull request comes with its files, and its changes when wanted', async () => {
  const pull = {
    number: 12,
    title: 'Better',
    state: 'closed',
    merged_at: '2026-02-02T00:00:00Z',
    user: { login: 'bob' },
    head: { ref: 'better' },
    base: { ref: 'main' },
    mergeable: null,
  }
  await using host = await github({
    [`${top}/pulls/12`]: ({ headers }) => ({ body: headers.accept?.includes('diff') ? 'diff --git' : pull }),
    [`${top}/pulls/12/files`]: {
      body: [{ filename: 'a.ts', status: 'added', additions: 3, deletions: 0 }],
    },
  })
  const { data } = await host.run('GET_PULL_REQUEST', { ...place, number: 12, with_diff: true })
  expect(data).toMatchObject({
    state: 'merged',
    source_branch: 'better',
    files: [{ path: 'a.ts', status: 'added', additions: 3, deletions: 0 }],
    diff: 'diff --git',
  })
  await expect(host.run('GET_PULL_REQUEST', { ...place, number: 13 })).rejects.toMatchObject({
    message: 'octocat/hello has no pull request 13.',
  })
})

test('code is searched in the repository that was named', async () => {
  await using host = await github({
    '/search/code': {
      body: {
        total_count: 41,
        items: [
          {
            path: 'a.ts',
            repository: { full_name: 'octocat/hello' },
            text_matches: [{ fragment: 'listen(80)' }],
          },
        ],
      },
    },
  })
  const { data } = await host.run('SEARCH_CODE', { ...place, query: 'listen' }, { REPOHOST_TOKEN: 't' })
  expect(data).toMatchObject({ total: 41, matches: [{ path: 'a.ts', excerpts: ['listen(80)'] }] })
  expect(host.requests[0]!.query.get('q')).toBe('listen repo:octocat/hello')
})
