import { describe, expect, test } from 'vitest'
import { answering, runRepohost, startHost, type Answers } from './repohost-stage.ts'
import { startTestService } from './service.ts'

async function service(kind: 'gitlab' | 'gitea', answers: Answers) {
  const host = await startHost(answering(answers))
  const run = (action: string, args: object, settings: object = {}) =>
    runRepohost(action, args, {
      settings: { REPOHOST_KIND: kind, REPOHOST_URL: `${host.origin}/git/`, ...settings },
    })
  return { ...host, run, [Symbol.asyncDispose]: () => host[Symbol.asyncDispose]() }
}

describe('GitLab', () => {
  const place = { owner: 'group/sub', repo: 'hello' }
  const top = '/git/api/v4/projects/group%2Fsub%2Fhello'
  const tree = [
    { path: 'src', type: 'tree', mode: '040000' },
    { path: 'README.md', type: 'blob', mode: '100644' },
    { path: 'link', type: 'blob', mode: '120000' },
    { path: 'vendor', type: 'commit', mode: '160000' },
  ]
  const answers: Answers = {
    [top]: { body: { default_branch: 'main' } },
    [`${top}/repository/tree`]: ({ query }) => {
      const path = query.get('path')
      if (path === null) return { body: tree }
      return path === 'src' ? { body: [{ path: 'src/a b.ts', type: 'blob' }] } : { status: 404, body: {} }
    },
    [`${top}/repository/files/README.md/raw`]: { body: 'Hello', headers: { 'x-gitlab-blob-id': 'b10b' } },
    [`${top}/repository/files/src%2Fa%20b.ts/raw`]: { body: 'code\n' },
    [`${top}/repository/files/link/raw`]: { body: 'src/a b.ts' },
  }

  test('files are read, through links too, and other things are told apart', async () => {
    await using host = await service('gitlab', answers)
    const read = (path: string, ref?: string) =>
      host.run('GET_FILE_CONTENT', { ...place, path, ...(ref && { ref }) }, { REPOHOST_TOKEN: 'secret' })
    expect((await read('README.md')).data).toMatchObject({ content: 'Hello', sha: 'b10b' })
    expect(host.requests[0]!.query.get('ref')).toBe('HEAD')
    expect(host.requests[0]!.headers.authorization).toBe('Bearer secret')
    expect((await read('src/a b.ts')).data).toMatchObject({ content: 'code\n' })
    expect((await read('link')).data).toMatchObject({ path: 'src/a b.ts', content: 'code\n' })
    await expect(read('src')).rejects.toMatchObject({
      message: expect.stringContaining('folder, with "a b.ts"'),
    })
    await expect(read('vendor')).rejects.toMatchObject({ message: expect.stringContaining('a submodule') })
    await expect(read('none')).rejects.toMatchObject({
      message: expect.stringContaining('There is no "none"'),
    })
    await expect(read('none', 'gone')).rejects.toMatchObject({
      message: 'group/sub/hello has no branch, tag or commit "gone".',
    })
  })

  test('the whole service reads a file with the kind, address and token of its settings', async () => {
    await using host = await service('gitlab', answers)
    await using running = await startTestService({
      environment: {
        DESKHAND_REPOHOST_KIND: 'gitlab',
        DESKHAND_REPOHOST_URL: `${host.origin}/git`,
        DESKHAND_REPOHOST_TOKEN: 'from-settings',
      },
    })
    const body = { tool_name: 'GET_FILE_CONTENT', args: { ...place, path: 'src/a b.ts' } }
    const envelope = await running.client.tools.execute({ body })
    expect(envelope).toMatchObject({ success: true, data: { content: 'code\n' } })
    expect(host.requests[0]!.headers.authorization).toBe('Bearer from-settings')
  })

  test('files are listed over pages', async () => {
    await using host = await service('gitlab', {
      ...answers,
      [`${top}/repository/tree`]: ({ query }) => ({
        body: [{ path: `file-${query.get('page')}`, type: 'blob', mode: '100644' }],
        headers: { 'x-next-page': query.get('page') === '3' ? '' : '9' },
      }),
    })
    const { data } = await host.run('LIST_FILES_REPO', { ...place, recursive: true })
    expect(data).toMatchObject({
      entries: [{ path: 'file-1' }, { path: 'file-2' }, { path: 'file-3' }],
      truncated: false,
    })
    expect(host.requests.map(({ query }) => query.get('page'))).toEqual(['1', '2', '3'])
  })

  test('issues, merge requests and code are found', async () => {
    const issue = { iid: 4, title: 'Broken', state: 'opened', author: { username: 'anna' }, labels: ['bug'] }
    await using host = await service('gitlab', {
      ...answers,
      [`GET ${top}/issues`]: { body: [issue] },
      [`POST ${top}/issues`]: ({ body }) => ({
        status: 201,
        body: { ...issue, ...(JSON.parse(body) as object) },
      }),
      [`${top}/merge_requests/7`]: {
        body: {
          iid: 7,
          title: 'Better',
          state: 'merged',
          source_branch: 'b',
          detailed_merge_status: 'conflict',
        },
      },
      [`${top}/merge_requests/7/diffs`]: {
        body: [{ new_path: 'a.ts', new_file: true, diff: '@@ -0,0 +1,2 @@\n+one\n+two\n-three\n' }],
      },
      [`${top}/merge_requests/7/raw_diffs`]: { body: 'diff --git' },
      [`${top}/search`]: { body: [{ path: 'a.ts', startline: 3, data: 'listen()' }] },
    })
    const { data: listed } = await host.run('GET_ISSUES', place)
    expect(listed).toMatchObject({ issues: [{ number: 4, state: 'open', author: 'anna', labels: ['bug'] }] })
    expect(host.requests[0]!.query.get('state')).toBe('opened')
    const { data: opened } = await host.run(
      'CREATE_ISSUE',
      { ...place, title: 'New', body: 'Text' },
      { REPOHOST_TOKEN: 't' },
    )
    expect(opened).toMatchObject({ issue: { title: 'New', body: 'Text' } })
    const { data: merge } = await host.run('GET_PULL_REQUEST', { ...place, number: 7, with_diff: true })
    expect(merge).toMatchObject({
      state: 'merged',
      mergeable: false,
      files: [{ path: 'a.ts', status: 'added', additions: 2, deletions: 1 }],
      diff: 'diff --git',
    })
    const { data: found } = await host.run('SEARCH_CODE', { ...place, query: 'listen' })
    expect(found).toMatchObject({ matches: [{ path: 'a.ts', line: 3, excerpts: ['listen()'] }] })
  })
})

describe('Gitea', () => {
  const place = { owner: 'anna', repo: 'hello' }
  const top = '/git/api/v1/repos/anna/hello'
  const file = (path: string, text: string) => ({
    body: {
      type: 'file',
      path,
      size: text.length,
      encoding: 'base64',
      content: Buffer.from(text).toString('base64'),
    },
  })
  const answers: Answers = {
    [top]: { body: { default_branch: 'trunk' } },
    [`${top}/contents/README.md`]: file('README.md', 'Hello\nlisten here\n'),
    [`${top}/contents/a.ts`]: file('a.ts', 'nothing'),
    [`${top}/contents`]: { body: [{ type: 'file', path: 'README.md', size: 3 }] },
    [`${top}/contents/link`]: { body: { type: 'symlink', target: 'README.md' } },
    [`${top}/contents/big`]: { body: { type: 'file', size: 9, content: null, encoding: null } },
    [`${top}/raw/big`]: { body: 'big bytes' },
    [`${top}/git/trees/trunk`]: ({ query }) => ({
      body: {
        tree: [{ path: query.get('page') === '1' ? 'README.md' : 'a.ts', type: 'blob', size: 5 }],
        truncated: query.get('page') === '1',
      },
    }),
  }

  test('files are read and listed, and searched by reading them', async () => {
    await using host = await service('gitea', answers)
    const read = (path: string) =>
      host.run('GET_FILE_CONTENT', { ...place, path }, { REPOHOST_TOKEN: 'secret' })
    expect((await read('link')).data).toMatchObject({ path: 'README.md', content: 'Hello\nlisten here\n' })
    expect(host.requests[0]!.headers.authorization).toBe('token secret')
    expect((await read('big')).data).toMatchObject({ content: 'big bytes' })
    const { data: flat } = await host.run('LIST_FILES_REPO', place)
    expect(flat).toMatchObject({ entries: [{ path: 'README.md' }] })
    const { data: deep } = await host.run('LIST_FILES_REPO', { ...place, recursive: true })
    expect(deep).toMatchObject({ entries: [{ path: 'README.md' }, { path: 'a.ts' }], truncated: false })
    const { data: found } = await host.run('SEARCH_CODE', { ...place, query: 'LISTEN' })
    expect(found).toMatchObject({ matches: [{ path: 'README.md', line: 2, excerpts: ['listen here'] }] })
    await expect(host.run('SEARCH_CODE', { query: 'x' })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('labels are sent by their numbers, and unknown ones are told with those there are', async () => {
    await using host = await service('gitea', {
      ...answers,
      [`${top}/labels`]: { body: [{ id: 31, name: 'bug' }] },
      [`POST ${top}/issues`]: { status: 201, body: { number: 5, title: 'New' } },
    })
    const token = { REPOHOST_TOKEN: 't' }
    await host.run('CREATE_ISSUE', { ...place, title: 'New', labels: ['bug'] }, token)
    expect(JSON.parse(host.requests.at(-1)!.body)).toMatchObject({ title: 'New', labels: [31] })
    await expect(
      host.run('CREATE_ISSUE', { ...place, title: 'New', labels: ['ui'] }, token),
    ).rejects.toMatchObject({ message: 'anna/hello has no label "ui"; it has: bug.' })
  })

  test('without an address there is nothing to ask', async () => {
    await expect(
      runRepohost('GET_ISSUES', place, { settings: { REPOHOST_KIND: 'gitea' } }),
    ).rejects.toMatchObject({ code: 'not_configured', message: expect.stringContaining('REPOHOST_URL') })
  })
})
