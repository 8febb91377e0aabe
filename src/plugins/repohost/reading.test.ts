import { expect, test, vi } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { collectPages, hasNextPage } from './collect-pages.ts'
import { decodedText, isLfsPointer } from './file-text.ts'
import { HostRefusal } from './host-refusal.ts'
import { unlessMissing, whatIsMissing } from './missing.ts'
import type { Found, Listed } from './repository-host.ts'
import { searchByReading } from './search-by-reading.ts'

const place = { owner: 'ada', repo: 'engine' }
const refusal = (status: number) =>
  new HostRefusal({ status, words: '' }, { code: 'not_found', sentence: 'It is not there.' })

test('bytes are text when they are UTF-8 without a NUL', () => {
  expect(decodedText(Buffer.from('Grüße\n'))).toBe('Grüße\n')
  expect(decodedText(Buffer.alloc(0))).toBe('')
  expect(decodedText(Buffer.from('\ufeffa'))).toBe('\ufeffa')
  expect(decodedText(Buffer.from([0x47, 0xfc]))).toBeUndefined()
  expect(decodedText(Buffer.from('a\0b'))).toBeUndefined()
})

test('a note about a large file is told from a text that speaks of one', () => {
  const note = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'
  expect(isLfsPointer(note)).toBe(true)
  expect(isLfsPointer(`See: ${note}`)).toBe(false)
  expect(isLfsPointer(note + 'x'.repeat(1024))).toBe(false)
})

/** Pages of three, as many as there are items. */
function paged(count: number) {
  return vi.fn(async (number: number) => ({
    items: Array.from(
      { length: Math.min(3, count - (number - 1) * 3) },
      (_, index) => (number - 1) * 3 + index,
    ),
    isLast: number * 3 >= count,
  }))
}

test.each([
  { count: 5, limit: 10, pages: 2, items: 5, more: false },
  { count: 6, limit: 6, pages: 2, items: 6, more: false },
  { count: 9, limit: 6, pages: 2, items: 6, more: true },
  { count: 9, limit: 4, pages: 2, items: 4, more: true },
  { count: 5, limit: 4, pages: 2, items: 4, more: true },
])(
  '$limit of $count are $items, from $pages pages, more: $more',
  async ({ count, limit, pages, items, more }) => {
    const page = paged(count)
    const collected = await collectPages(limit, page)
    expect(collected.items).toEqual(Array.from({ length: items }, (_, index) => index))
    expect(collected.more).toBe(more)
    expect(page).toHaveBeenCalledTimes(pages)
  },
)

test('pages that never end are not asked for without end', async () => {
  const page = vi.fn(async () => ({ items: [], isLast: false }))
  expect(await collectPages(10, page)).toEqual({ items: [], more: true })
  expect(page).toHaveBeenCalledTimes(20)
})

test.each([
  [{ link: '<https://h/?page=2>; rel="next", <https://h/?page=9>; rel="last"' }, true],
  [{ link: '<https://h/?page=1>; rel="prev"' }, false],
  [{ 'x-next-page': '2' }, true],
  [{ 'x-next-page': '', link: '<https://h/?page=2>; rel="next"' }, false],
  [{}, false],
])('another page follows after %j: %s', (headers, follows) => {
  expect(hasNextPage(new Headers(headers as Record<string, string>))).toBe(follows)
})

const missing = (has: { repository?: number; commit?: number }, hasToken = true) => ({
  title: 'GitHub',
  hasToken,
  repository: async () => (has.repository ? Promise.reject(refusal(has.repository)) : {}),
  commit: async () => (has.commit ? Promise.reject(refusal(has.commit)) : {}),
})

test('what is missing is named: the repository, the branch or the file', async () => {
  const at = { ...place, path: 'a.md', ref: 'dev' }
  const named = async (has: { repository?: number; commit?: number }) => {
    const { code, message } = await whatIsMissing(at, missing(has))
    expect(code).toBe('not_found')
    return message
  }
  expect(await named({ repository: 404 })).not.toMatch(/dev|a\.md/)
  for (const status of [404, 409, 422]) {
    const message = await named({ commit: status })
    expect(message).toContain('"dev"')
    expect(message).not.toContain('a.md')
  }
  const message = await named({})
  expect(message).toContain('"a.md"')
  expect(message).toContain('"dev"')
})

test('who has no token is told that it may be needed', async () => {
  const { message } = await whatIsMissing({ ...place, path: '' }, missing({ repository: 404 }, false))
  expect(message).toContain('REPOHOST_TOKEN')
})

test('a failure of the lookup leaves the answer less exact, but a limit is told', async () => {
  expect((await whatIsMissing({ ...place, path: 'a.md' }, missing({ repository: 500 }))).message).toContain(
    '"a.md"',
  )
  const limited = new AppError('rate_limited', 'No more.')
  const host = { ...missing({}), repository: () => Promise.reject(limited) }
  await expect(whatIsMissing({ ...place, path: 'a.md' }, host)).rejects.toBe(limited)
})

test('of what is no file, only a 404 is looked into', async () => {
  const ask = (status: number, has = {}) =>
    unlessMissing({ host: missing(has), place, what: 'pull request 7' }, () =>
      Promise.reject(refusal(status)),
    )
  await expect(ask(404)).rejects.toThrow('ada/engine has no pull request 7')
  await expect(ask(404, { repository: 404 })).rejects.not.toThrow('pull request 7')
  await expect(ask(410)).rejects.toMatchObject({ answered: 410 })
  expect(await unlessMissing({ host: missing({}), place, what: 'x' }, async () => 'there')).toBe('there')
})

/** A repository that cannot be searched. */
function repository(files: Readonly<Record<string, string | Buffer>>, listed: Partial<Listed> = {}) {
  const read: string[] = []
  return {
    read: async ({ path }: { path: string }): Promise<Found> => {
      read.push(path)
      return { kind: 'file', bytes: Buffer.from(files[path]!), id: null, url: `https://h/${path}` }
    },
    list: async (): Promise<Listed> => ({
      entries: Object.entries(files).map(([path, content]) => ({ path, type: 'file', size: content.length })),
      truncated: false,
      ...listed,
    }),
    paths: read,
  }
}

test('words are found in any case, with their lines, sorted by path', async () => {
  const host = repository({ 'b.ts': 'x\n  const Needle = 1\nneedle', 'a.ts': 'NEEDLE', 'c.ts': 'hay' })
  const { matches, total, note } = await searchByReading(host, { query: 'needle', limit: 10, place })
  expect(matches).toEqual([
    { repository: 'ada/engine', path: 'a.ts', url: 'https://h/a.ts', line: 1, excerpts: ['NEEDLE'] },
    {
      repository: 'ada/engine',
      path: 'b.ts',
      url: 'https://h/b.ts',
      line: 2,
      excerpts: ['const Needle = 1', 'needle'],
    },
  ])
  expect({ total, note }).toEqual({ total: null, note: undefined })
})

test('large files and what is no text are not searched, and the first is said', async () => {
  const host = repository({
    'large.txt': `needle${'x'.repeat(200_000)}`,
    'picture.png': Buffer.from('needle\0'),
  })
  const { matches, note } = await searchByReading(host, { query: 'needle', limit: 10, place })
  expect(matches).toEqual([])
  expect(host.paths).toEqual(['picture.png'])
  expect(note).toEqual(expect.any(String))
})

test('of many files only the first are read, and no more than are wanted', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`${1000 + index}.txt`, 'needle']),
  )
  const host = repository(many)
  expect((await searchByReading(host, { query: 'needle', limit: 5, place })).matches).toHaveLength(5)
  expect(host.paths.length).toBeLessThan(10)
  const none = repository(many)
  expect((await searchByReading(none, { query: 'nothing', limit: 5, place })).note).toContain('300')
  expect(none.paths).toHaveLength(300)
})

test('a file that cannot be read stops the search', async () => {
  const host = repository(
    Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index}.txt`, 'hay'])),
  )
  let reads = 0
  const failing = {
    ...host,
    read: async () => {
      reads += 1
      throw refusal(403)
    },
  }
  await expect(searchByReading(failing, { query: 'x', limit: 5, place })).rejects.toMatchObject({
    answered: 403,
  })
  expect(reads).toBeLessThanOrEqual(4)
})
