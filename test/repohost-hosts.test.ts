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
      if (path === 'src') return { body: [{ path: 'src/a b.ts', type: 'blob' }] }
      return { status: 404, body: { message: '404 invalid revision or path Not Found' } }
    },
    [`${top}/repository/files/README.md/raw`]: { body: 'Hello', headers: { 'x-gitlab-blob-id': 'b10b' } },
    [`${top}/repository/files/src%2Fa%20b.ts/raw`]: { body: 'code\n' },
    [`${top}/repository/files/link/raw`]: { body: 'src/a b.ts' },
    // A submodule comes as a file without content, under the id of its commit.
    [`${top}/repository/files/vendor/raw`]: { body: '', headers: { 'x-gitlab-size': '0' } },
    [`${top}/repository/files/.keep/raw`]: { body: '', headers: { 'x-gitlab-size': '0' } },
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
    expect((await read('.keep')).data).toMatchObject({ content: '', size: 0 })
    await expect(read('none')).rejects.toMatchObject({
      message: expect.stringContaining('No "none" in'),
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
      [`${top}/repository/tree`]: ({ query }) => {
        const page = Number(query.get('page'))
        const count = page === 3 ? 50 : 100
        return {
          body: Array.from({ length: count }, (_, index) => ({
            path: `file-${page}-${index}`,
            type: 'blob',
            mode: '100644',
          })),
          headers: { 'x-next-page': page === 3 ? '' : String(page + 1) },
        }
      },
    })
    const { data } = await host.run('LIST_FILES_REPO', { ...place, recursive: true })
    expect(data['entries']).toHaveLength(250)
    expect(data).toMatchObject({ truncated: false })
    expect(host.requests.map(({ query }) => query.get('page'))).toEqual(['1', '2', '3'])
  })

  test('a first page that promises a second one, as it always does, is the last when it is not full', async () => {
    await using host = await service('gitlab', {
      ...answers,
      [`${top}/repository/tree`]: { body: tree, headers: { 'x-next-page': '2' } },
    })
    const { data } = await host.run('LIST_FILES_REPO', { ...place, limit: tree.length })
    expect(data).toMatchObject({ truncated: false })
    expect(host.requests).toHaveLength(1)
  })

  test('a file is listed by its own name, and what is not there is told', async () => {
    await using host = await service('gitlab', answers)
    const { data } = await host.run('LIST_FILES_REPO', { ...place, path: 'README.md' })
    expect(data).toMatchObject({ entries: [{ path: 'README.md', type: 'file' }], truncated: false })
    await expect(host.run('LIST_FILES_REPO', { ...place, path: 'none' })).rejects.toThrow('No "none" in')
  })

  test('code is searched in a group, where matches are told with the names of their projects', async () => {
    await using host = await service('gitlab', {
      '/git/api/v4/groups/group%2Fsub/search': {
        body: [
          { path: 'a.ts', startline: 1, data: 'x', project_id: 7 },
          { path: 'b.ts', startline: 2, data: 'x', project_id: 7 },
          { path: 'c.ts', startline: 3, data: 'x', project_id: 8 },
        ],
      },
      '/git/api/v4/projects/7': { body: { path_with_namespace: 'group/sub/hello' } },
    })
    const { data } = await host.run('SEARCH_CODE', { query: 'x', owner: 'group/sub' })
    expect(data).toMatchObject({
      matches: [
        { repository: 'group/sub/hello', path: 'a.ts' },
        { repository: 'group/sub/hello', path: 'b.ts' },
        // It could not be looked up, which is no reason to lose the match.
        { repository: 'project 8', path: 'c.ts' },
      ],
    })
    expect(host.requests).toHaveLength(3)
  })

  test('a search that needs more than the server has is told in its words', async () => {
    const message = { error: 'Scope supported only with advanced search or exact code search' }
    await using host = await service('gitlab', { '/git/api/v4/search': { status: 400, body: { message } } })
    await expect(host.run('SEARCH_CODE', { query: 'x' })).rejects.toThrow(
      '("Scope supported only with advanced search or exact code search"). Set owner and repo',
    )
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

  test('an unknown branch and a file are told apart from an empty folder when all is listed', async () => {
    await using host = await service('gitea', {
      ...answers,
      [`${top}/git/trees/gone`]: { status: 400, body: { message: 'sha not found [gone]' } },
    })
    const list = (path: string, ref?: string) =>
      host.run('LIST_FILES_REPO', { ...place, recursive: true, path, ...(ref && { ref }) })
    await expect(list('', 'gone')).rejects.toMatchObject({
      code: 'not_found',
      message: 'anna/hello has no branch, tag or commit "gone".',
    })
    expect((await list('a.ts')).data).toMatchObject({ entries: [{ path: 'a.ts', type: 'file' }] })
    await expect(list('none')).rejects.toThrow('No "none" in')
  })

  test('a label that the server does not know finds nothing, though it then answers with everything', async () => {
    const issue = (number: number, ...names: string[]) => {
      return { number, title: 'x', labels: names.map((name) => ({ name })) }
    }
    await using host = await service('gitea', {
      ...answers,
      [`${top}/issues`]: { body: [issue(1), issue(2, 'Bug', 'ui'), issue(3, 'ui')] },
    })
    const found = async (...labels: string[]) => {
      const { data } = await host.run('GET_ISSUES', { ...place, labels })
      return (data['issues'] as { number: number }[]).map(({ number }) => number)
    }
    expect(await found('none')).toEqual([])
    expect(await found('bug', 'ui')).toEqual([2])
  })

  test('labels of the organisation count too', async () => {
    await using host = await service('gitea', {
      ...answers,
      [`${top}/labels`]: { body: [{ id: 31, name: 'bug' }] },
      '/git/api/v1/orgs/anna/labels': { body: [{ id: 77, name: 'ui' }] },
      [`POST ${top}/issues`]: { status: 201, body: { number: 5, title: 'New' } },
    })
    const args = { ...place, title: 'New', labels: ['bug', 'ui'] }
    await host.run('CREATE_ISSUE', args, { REPOHOST_TOKEN: 't' })
    expect(JSON.parse(host.requests.at(-1)!.body)).toMatchObject({ labels: [31, 77] })
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
    ).rejects.toMatchObject({ message: 'anna/hello has no label "ui". It has: bug.' })
  })

  test('without an address there is nothing to ask', async () => {
    await expect(
      runRepohost('GET_ISSUES', place, { settings: { REPOHOST_KIND: 'gitea' } }),
    ).rejects.toMatchObject({ code: 'not_configured', message: expect.stringContaining('REPOHOST_URL') })
  })
})
