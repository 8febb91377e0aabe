import { describe, expect, test } from 'vitest'
import { filesIn, hasRecordings, jsonOf, replay } from './recordings.ts'
import { runRepohost, startHost } from './repohost-stage.ts'

const folder = 'github-contents'

async function readRecording(file: string, raw?: string) {
  await using host = await startHost(({ path, headers }) => {
    if (!path.includes('/contents/')) return undefined
    return raw !== undefined && headers.accept?.includes('raw') ? { body: raw } : replay(`${folder}/${file}`)
  })
  const settings = { UPSTREAM_GITHUB: host.origin }
  return await runRepohost('GET_FILE_CONTENT', { owner: 'o', repo: 'r', path: 'p' }, { settings })
}

describe.skipIf(!hasRecordings)('what GitHub really answered', () => {
  test('every recording is used here', () => {
    const used = [...files, ...failures.map(([name]) => name), 'file-over-1MB-encoding-none-partial.json']
    const all = filesIn(folder).map((path) => path.slice(folder.length + 1))
    expect([...used, 'file-too-large-403.json'].toSorted()).toEqual(all.toSorted())
  })

  const files = [
    'file-empty.json',
    'file-octokit-rb.json',
    'file-small-base64.json',
    'symlink-to-file-resolved.json',
  ]
  test.each(files)('%s is read as text', async (name) => {
    const recorded = jsonOf(`${folder}/${name}`) as { content: string; size: number; sha: string }
    const { data } = await readRecording(name)
    const { size, sha } = recorded
    const content = Buffer.from(recorded.content, 'base64').toString('utf8')
    expect(data).toMatchObject({ encoding: 'utf-8', content, size, sha })
  })

  test.each(['file-over-1MB-encoding-none-partial.json', 'file-too-large-403.json'])(
    '%s is fetched in its raw form',
    async (name) => {
      const { data } = await readRecording(name, 'large')
      expect(data).toMatchObject({ content: 'large', size: 5 })
    },
  )

  const failures: [string, string, RegExp][] = [
    ['directory-core.json', 'conflict', /is a folder, with .*"move-l10n\.groovy"/],
    ['directory-root-octokit.json', 'conflict', /is a folder, with "README\.md"/],
    ['directory-with-redirect-302-target.json', 'conflict', /is a folder, with "__init__\.py"/],
    ['docs-submodule.json', 'conflict', /submodule: its files are in the repository git:\/\/github\.com/],
    ['docs-symlink.json', 'conflict', /is a link to "\/path\/to\/symlink\/target"/],
    ['symlink-to-dir.json', 'conflict', /is a link/],
    ['not-found-404.json', 'not_found', /No repository o\/r/],
    ['rate-limited-403-2013.json', 'rate_limited', /request limit is reached/],
  ]
  test.each(failures)('%s is told as %s', async (name, code, message) => {
    await expect(readRecording(name)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    })
  })

  test('a recorded folder is listed whole', async () => {
    const recorded = jsonOf(`${folder}/directory-core.json`) as { path: string; type: string }[]
    await using host = await startHost(() => replay(`${folder}/directory-core.json`))
    const settings = { UPSTREAM_GITHUB: host.origin }
    const { data } = await runRepohost(
      'LIST_FILES_REPO',
      { owner: 'o', repo: 'r', path: 'core' },
      { settings },
    )
    const entries = data['entries'] as { path: string; type: string }[]
    expect(entries.map(({ path }) => path)).toEqual(recorded.map(({ path }) => path))
    expect(entries.filter(({ type }) => type === 'folder')).toHaveLength(
      recorded.filter(({ type }) => type === 'dir').length,
    )
  })
})
