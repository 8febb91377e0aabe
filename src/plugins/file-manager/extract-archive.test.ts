import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { tarBytes, zipBytes, type TarPart, type ZipPart } from '../../../test/archive-bytes.ts'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { extractArchive } from './extract-archive.ts'

const MiB = 1024 * 1024

async function everything(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter((name) => !name.startsWith('.local')).toSorted()
}

interface Refusal {
  readonly code: string
  readonly message: string
  /** What is there afterwards, in the home folder and outside: the archive alone, when all is well. */
  readonly left: readonly string[]
}

/** Tries to extract an archive beside itself and into a new folder, which both must fail in the same way. */
async function refusalOf(folders: TestFolders, bytes: Buffer): Promise<Refusal> {
  await writeFile(join(folders.home, 'a.zip'), bytes)
  const call = createTestCall(folders)
  const attempts = [{ path: '~/a.zip' }, { path: '~/a.zip', to: '~/x/y' }].map((params) =>
    extractArchive.run(params, call),
  )
  const [first, second] = (await Promise.allSettled(attempts)).map((outcome) =>
    outcome.status === 'rejected'
      ? (outcome.reason as AppError)
      : new AppError('internal', 'It was extracted.'),
  )
  if (first!.message !== second!.message)
    throw new Error(`"${first!.message}" and "${second!.message}" differ.`)
  const left = [...(await everything(folders.home)), ...(await everything(folders.outside))]
  return { code: first!.code, message: first!.message, left }
}

function refused(code: ErrorCode, part = ''): Refusal {
  return { code, message: expect.stringContaining(part) as string, left: ['a.zip'] }
}

const parts: ZipPart[] = [
  { name: 'notes/' },
  { name: 'notes/a.txt', content: 'hello' },
  { name: 'run.sh', content: '#!/bin/sh\n', mode: 0o100755 },
  { name: 'notes/.hidden', content: 'dot' },
]

test('a zip file is extracted into a folder of its own beside it', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'stuff.zip'), zipBytes(parts))
  const { data, message } = await extractArchive.run({ path: '~/stuff.zip' }, createTestCall(folders))
  expect(data).toEqual({
    path: join(folders.home, 'stuff'),
    bytes: 18,
    files: 3,
    names: ['notes/a.txt', 'run.sh', 'notes/.hidden'],
    skipped: [],
  })
  expect(message).toContain('Extracted 3 files')
  expect(await everything(join(folders.home, 'stuff'))).toEqual([
    'notes',
    'notes/.hidden',
    'notes/a.txt',
    'run.sh',
  ])
  expect(await readFile(join(folders.home, 'stuff', 'notes', 'a.txt'), 'utf8')).toBe('hello')
  expect((await stat(join(folders.home, 'stuff', 'run.sh'))).mode & 0o111).not.toBe(0)
  expect((await stat(join(folders.home, 'stuff', 'notes', 'a.txt'))).mode & 0o111).toBe(0)
})

test('a second time takes the next free name, and one thing alone needs no folder around it', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'a.zip'), zipBytes(parts))
  await writeFile(
    join(folders.home, 'b.tar.gz'),
    gzipSync(tarBytes([{ name: 'project/x.txt', content: 'x' }])),
  )
  const call = createTestCall(folders)
  await extractArchive.run({ path: '~/a.zip' }, call)
  expect((await extractArchive.run({ path: '~/a.zip' }, call)).data.path).toBe(join(folders.home, 'a 2'))
  expect((await extractArchive.run({ path: '~/b.tar.gz' }, call)).data.path).toBe(
    join(folders.home, 'project'),
  )
})

test.each(['tar', 'tar.gz', 'tgz'])(
  'a %s archive of the system is extracted, whatever its dialect',
  async (ending) => {
    await using folders = await createTestFolders()
    const source = join(folders.outside, 'src')
    const long = `${'long-'.repeat(30)}name-ü.txt`
    await mkdir(join(source, 'sub'), { recursive: true })
    await writeFile(join(source, 'sub', long), 'long')
    await writeFile(join(source, 'a.txt'), 'x'.repeat(1500))
    for (const format of ['gnu', 'pax', 'ustar', 'v7']) {
      const archive = join(folders.home, `${format}.${ending}`)
      const files = format === 'ustar' || format === 'v7' ? ['a.txt', 'sub/../a.txt'].slice(0, 1) : ['.']
      execFileSync('tar', [
        ending === 'tar' ? '-cf' : '-czf',
        archive,
        `--format=${format}`,
        '-C',
        source,
        ...files,
      ])
      const { data } = await extractArchive.run(
        { path: archive, to: `~/out/${format}` },
        createTestCall(folders),
      )
      expect(await readFile(join(data.path, 'a.txt'), 'utf8')).toBe('x'.repeat(1500))
    }
    for (const format of ['gnu', 'pax']) {
      expect(await readFile(join(folders.home, 'out', format, 'sub', long), 'utf8')).toBe('long')
    }
  },
)

test('a gz file that is no tar archive becomes the file in it', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'log.txt.gz'), gzipSync('hello'))
  const { data } = await extractArchive.run({ path: '~/log.txt.gz' }, createTestCall(folders))
  expect(data).toMatchObject({ path: join(folders.home, 'log.txt'), bytes: 5, files: 1 })
})

test('a folder that is there is filled, and its files are kept unless told otherwise', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'a.zip'), zipBytes(parts))
  await mkdir(join(folders.home, 'to', 'notes'), { recursive: true })
  await writeFile(join(folders.home, 'to', 'notes', 'a.txt'), 'mine')
  await writeFile(join(folders.home, 'to', 'other.txt'), 'other')
  const call = createTestCall(folders)
  const run = (overwrite: boolean): Promise<unknown> =>
    extractArchive.run({ path: '~/a.zip', to: '~/to', overwrite }, call)
  await expect(run(false)).rejects.toMatchObject({ code: 'conflict' })
  expect(await everything(join(folders.home, 'to'))).toEqual(['notes', 'notes/a.txt', 'other.txt'])
  expect(await readFile(join(folders.home, 'to', 'notes', 'a.txt'), 'utf8')).toBe('mine')
  await run(true)
  expect(await readFile(join(folders.home, 'to', 'notes', 'a.txt'), 'utf8')).toBe('hello')
  expect(await everything(join(folders.home, 'to'))).toEqual([
    'notes',
    'notes/.hidden',
    'notes/a.txt',
    'other.txt',
    'run.sh',
  ])
})

test.each(['../evil.txt', 'a/../../evil.txt', '/tmp/evil.txt', 'C:\\evil.txt', '..\\..\\evil.txt'])(
  'a zip or tar entry named %s refuses the whole archive',
  async (name) => {
    await using folders = await createTestFolders()
    const hostile = [
      { name: 'good.txt', content: 'x' },
      { name, content: 'x' },
    ]
    for (const bytes of [zipBytes(hostile), tarBytes(hostile), gzipSync(tarBytes(hostile))]) {
      expect(await refusalOf(folders, bytes)).toEqual(refused('invalid_request', 'outside the folder'))
    }
  },
)

test('links in an archive are left out, and nothing is written through them', async () => {
  await using folders = await createTestFolders()
  const outside = folders.outside
  const links: [string, Buffer][] = [
    [
      'a.zip',
      zipBytes([
        { name: 'door', content: outside, mode: 0o120777 },
        { name: 'door/evil.txt', content: 'x' },
      ]),
    ],
    [
      'a.tar',
      tarBytes([
        { name: 'door', type: '2', target: outside },
        { name: 'hard', type: '1', target: join(folders.home, 'a.zip') },
        { name: 'door/evil.txt', content: 'x' },
      ]),
    ],
  ]
  for (const [name, bytes] of links) {
    await writeFile(join(folders.home, name), bytes)
    const { data, message } = await extractArchive.run(
      { path: `~/${name}`, to: `~/out-${name}` },
      createTestCall(folders),
    )
    expect(data.skipped[0]).toMatchObject({
      name: 'door',
      reason: expect.stringContaining('Links are not extracted'),
    })
    expect(message).toContain('left out')
    expect(await everything(data.path)).toEqual(['door', 'door/evil.txt'])
  }
  expect(await everything(outside)).toEqual([])
})

test('a link in the folder does not lead an entry out of it', async () => {
  await using folders = await createTestFolders()
  await mkdir(join(folders.home, 'to'))
  await symlink(folders.outside, join(folders.home, 'to', 'door'))
  await writeFile(join(folders.home, 'a.zip'), zipBytes([{ name: 'door/evil.txt', content: 'x' }]))
  await expect(
    extractArchive.run({ path: '~/a.zip', to: '~/to' }, createTestCall(folders)),
  ).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await everything(folders.outside)).toEqual([])
  expect(await everything(join(folders.home, 'to'))).toEqual(['door'])
})

test("start-up files, repositories and the service's own data are left out of an archive", async () => {
  await using folders = await createTestFolders()
  const names = [
    'good.txt',
    '.bashrc',
    '.ssh/authorized_keys',
    '.local/share/deskhand/settings.json',
    'p/.git/hooks/x',
  ]
  await writeFile(join(folders.home, 'a.zip'), zipBytes(names.map((name) => ({ name, content: 'x' }))))
  const { data } = await extractArchive.run({ path: '~/a.zip', to: '~' }, createTestCall(folders))
  expect(data.names).toEqual(['good.txt'])
  expect(data.skipped.map(({ name }) => name)).toEqual(names.slice(1))
  expect(await readdir(folders.dataFolder)).toEqual([])
})

test('an archive whose only entry is a start-up file keeps its folder around it', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'dots.zip'), zipBytes([{ name: '.bashrc', content: 'x' }]))
  const { data } = await extractArchive.run({ path: '~/dots.zip' }, createTestCall(folders))
  expect(data.path).toBe(join(folders.home, 'dots'))
  expect(await everything(folders.home)).toEqual(['dots', 'dots.zip', 'dots/.bashrc'])
})

test('hostile letters of a name are cleaned', async () => {
  await using folders = await createTestFolders()
  await writeFile(
    join(folders.home, 'a.tar'),
    tarBytes([
      { name: 'a\u202etxt.exe', content: 'x' },
      { name: 'b\nc/con', content: 'y' },
    ]),
  )
  const { data } = await extractArchive.run({ path: '~/a.tar', to: '~/out' }, createTestCall(folders))
  expect(data.names.toSorted()).toEqual(['atxt.exe', 'bc/_con'])
})

const zeros = Buffer.alloc(20 * MiB)
const bombs: Readonly<Record<string, Buffer>> = {
  'a zip file': zipBytes([{ name: 'a', content: zeros }]),
  'a gz file': gzipSync(zeros),
  'a tar.gz archive': gzipSync(tarBytes([{ name: 'a', content: zeros }])),
  'a zip file of many small entries': zipBytes(
    Array.from({ length: 30 }, (_, index) => ({ name: `f${index}`, content: zeros.subarray(0, MiB) })),
  ),
  'an entry that is left out': gzipSync(tarBytes([{ name: 'door', type: 'Z', content: zeros }])),
}

test.each(Object.entries(bombs))('a bomb as %s is stopped', async (_, bytes) => {
  await using folders = await createTestFolders()
  expect(await refusalOf(folders, bytes)).toEqual(refused('too_large', 'unpacks to more than is allowed'))
})

test('a zip file that lies about its size is stopped where the lie shows', async () => {
  await using folders = await createTestFolders()
  const bytes = zipBytes([{ name: 'a', content: zeros, declaredBytes: 10 }])
  expect(await refusalOf(folders, bytes)).toEqual(refused('invalid_request', 'damaged'))
})

test('a bomb within a bomb stays packed', async () => {
  await using folders = await createTestFolders()
  const inner = zipBytes([{ name: 'zeros', content: Buffer.alloc(50 * MiB) }])
  await writeFile(join(folders.home, 'a.zip'), zipBytes([{ name: 'inner.zip', content: inner }]))
  const { data } = await extractArchive.run({ path: '~/a.zip' }, createTestCall(folders))
  expect(data).toMatchObject({ path: join(folders.home, 'inner.zip'), bytes: inner.length })
})

const many = Array.from({ length: 2001 }, (_, index) => ({ name: `f${index}` }))
const good = zipBytes([{ name: 'a', content: 'hello hello hello' }])
const flipped = Buffer.from(good)
flipped[33]! ^= 0xff
const cutTar = gzipSync(tarBytes([{ name: 'a', content: 'x'.repeat(9000) }])).subarray(0, 60)
const twice: TarPart[] = [
  { name: 'a', content: 'x' },
  { name: './a', content: 'y' },
]
const fileAndFolder: ZipPart[] = [
  { name: 'a', content: 'x' },
  { name: 'a/b', content: 'y' },
]

test.each<[string, Buffer, Refusal]>([
  ['too many entries in a zip', zipBytes(many), refused('too_large', '2000 entries')],
  ['too many entries in a tar', tarBytes(many), refused('too_large', '2000 entries')],
  [
    'an encrypted entry',
    zipBytes([{ name: 'a', encrypted: true }]),
    refused('unsupported_media_type', 'password'),
  ],
  ['two entries of one name', tarBytes(twice), refused('invalid_request', 'two entries')],
  ['a file that is also a folder', zipBytes(fileAndFolder), refused('invalid_request', 'two entries')],
  ['a zip without its end', good.subarray(0, -10), refused('invalid_request', 'damaged')],
  ['a changed byte', flipped, refused('invalid_request', 'damaged')],
  ['a tar.gz without its end', cutTar, refused('invalid_request', 'damaged')],
  [
    'a tar that promises more',
    tarBytes([{ name: 'a', declaredBytes: 9999 }]),
    refused('invalid_request', 'damaged'),
  ],
  ['an empty zip', zipBytes([]), refused('invalid_request', '" contains nothing to extract.')],
  ['text', Buffer.from('just text'), refused('unsupported_media_type', 'not an archive')],
  ['a 7z archive', Buffer.from('377abcaf271c0004', 'hex'), refused('unsupported_media_type', 'a 7z archive')],
])('%s is refused by name', async (_, bytes, refusal) => {
  await using folders = await createTestFolders()
  expect(await refusalOf(folders, bytes)).toEqual(refusal)
})

test('an abort in the middle leaves nothing', async () => {
  await using folders = await createTestFolders()
  const controller = new AbortController()
  const entries = Array.from({ length: 50 }, (_, index) => ({
    name: `f${index}.txt`,
    content: `content ${index}`,
  }))
  await writeFile(join(folders.home, 'a.zip'), zipBytes(entries))
  const call = createTestCall({ ...folders, signal: controller.signal })
  const stopping = { ...call, progress: () => controller.abort() }
  await expect(extractArchive.run({ path: '~/a.zip', to: '~/x/y' }, stopping)).rejects.toThrow('abort')
  expect(await everything(folders.home)).toEqual(['a.zip'])
})

test('extracting into a protected folder needs a yes', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  const reason = async (to: string): Promise<string | undefined> =>
    extractArchive.needsApproval?.({ path: '~/a.zip', to }, call)
  expect(await reason('~/.config/autostart')).toContain('Programs listed there start automatically.')
  expect(await reason('~/x')).toBeUndefined()
  await expect(reason(folders.dataFolder)).rejects.toMatchObject({ code: 'forbidden' })
})
