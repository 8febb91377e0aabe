import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtempDisposable, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { createScrubber } from '../secrets/redaction.ts'
import { verifyAuditLog } from './audit-check.ts'
import { createAuditLog, type AuditLogOptions } from './audit-log.ts'

/** Where the tests must be complete, a missing program fails them instead of skipping them. */
const mustRun = process.env['CI'] !== undefined
const hasStrace = spawnSync('strace', ['-V']).status === 0

async function auditFolder() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-audit-'))
  return {
    folder: folder.path,
    path: join(folder.path, 'audit.jsonl'),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

function auditLog(path: string, options: Partial<AuditLogOptions> = {}) {
  return createAuditLog({
    path,
    now: () => new Date('2026-03-01T12:00:00Z'),
    scrub: (text) => text,
    ...options,
  })
}

const entry = (subject: string) => ({ kind: 'tool.call', provenance: 'local-client', subject }) as const

async function writtenLog(path: string, count: number) {
  const audit = auditLog(path)
  for (let number = 1; number <= count; number += 1) await audit.append(entry(`tool ${number}`))
  await audit.close()
  return (await readFile(path, 'utf8')).trimEnd().split('\n')
}

test('entries are numbered, chained and kept for this user alone, also over a restart', async () => {
  await using place = await auditFolder()
  await writtenLog(place.path, 2)
  const audit = auditLog(place.path)
  await audit.append(entry('after the restart'))
  const records = await audit.tail(10)
  expect(records.map(({ seq, subject }) => [seq, subject])).toEqual([
    [1, 'tool 1'],
    [2, 'tool 2'],
    [3, 'after the restart'],
  ])
  expect(records[2]!.prev).toBe(records[1]!.hash)
  expect(await audit.tail(1)).toEqual([records[2]])
  expect(await audit.verify()).toEqual({ ok: true, lines: 3, torn: 0 })
  expect((await stat(place.path)).mode & 0o777).toBe(0o600)
  await audit.close()
})

test('a file that others could read is closed to them', async () => {
  await using place = await auditFolder()
  await writtenLog(place.path, 1)
  await chmod(place.path, 0o644)
  await writtenLog(place.path, 1)
  expect((await stat(place.path)).mode & 0o777).toBe(0o600)
})

test.each([
  ['a changed word', (lines: string[]) => lines.with(2, lines[2]!.replace('tool 3', 'tool 9')), 3],
  ['a changed last line', (lines: string[]) => lines.with(4, lines[4]!.replace('tool 5', 'tool 9')), 5],
  ['a removed line', (lines: string[]) => lines.toSpliced(2, 1), 3],
  ['a removed first line', (lines: string[]) => lines.toSpliced(0, 1), 1],
  ['two lines in another order', (lines: string[]) => lines.with(1, lines[2]!).with(2, lines[1]!), 2],
  ['a line written twice', (lines: string[]) => lines.toSpliced(3, 0, lines[2]!), 4],
  ['an invented line', (lines: string[]) => lines.toSpliced(3, 0, '{"seq":4}'), 4],
])('%s is found, and its line is named', async (_what, alter, line) => {
  await using place = await auditFolder()
  const lines = await writtenLog(place.path, 5)
  await writeFile(place.path, `${alter(lines).join('\n')}\n`)
  const verdict = await verifyAuditLog(place.path)
  expect(verdict).toMatchObject({ ok: false, lines: line - 1, firstBadLine: { file: 'audit.jsonl', line } })

  // Going on with a log that was altered does not heal it.
  await writtenLog(place.path, 1)
  expect(await verifyAuditLog(place.path)).toMatchObject({ ok: false, firstBadLine: { line } })
})

test('a running log notices that its last lines are gone', async () => {
  await using place = await auditFolder()
  const audit = auditLog(place.path)
  for (const subject of ['one', 'two', 'three']) await audit.append(entry(subject))
  const [first] = (await readFile(place.path, 'utf8')).split('\n')
  await writeFile(place.path, `${first}\n`)
  expect(await audit.verify()).toMatchObject({ ok: false, lines: 1, firstBadLine: { line: 2 } })
  await audit.close()
})

test('wherever a crash cuts the last line off, the log goes on after it and stays sound', async () => {
  await using place = await auditFolder()
  const lines = await writtenLog(place.path, 2)
  const whole = Buffer.from(`${lines.join('\n')}\n`)
  const lastStart = Buffer.byteLength(lines[0]!) + 1
  for (let cut = lastStart; cut < whole.length; cut += 1) {
    await writeFile(place.path, whole.subarray(0, cut))
    const audit = auditLog(place.path)
    await audit.append(entry('after the crash'))
    await audit.close()
    // At its first byte nothing is torn; with only the line's end missing, the entry itself is whole.
    const nothingTorn = cut === lastStart || cut === whole.length - 1
    expect(await verifyAuditLog(place.path)).toMatchObject({ ok: true, torn: nothingTorn ? 0 : 1 })
  }
})

test('a crash while the log repairs itself is repaired too', async () => {
  await using place = await auditFolder()
  const lines = await writtenLog(place.path, 2)
  const torn = `${lines[0]}\n${lines[1]!.slice(0, 40)}`
  await writeFile(place.path, torn)
  await writtenLog(place.path, 1)
  const repaired = await readFile(place.path)
  for (const cut of [torn.length + 1, torn.length + 2, torn.length + 50]) {
    await writeFile(place.path, repaired.subarray(0, cut))
    await writtenLog(place.path, 1)
    const verdict = await verifyAuditLog(place.path)
    expect(verdict).toMatchObject({ ok: true, torn: cut === torn.length + 1 ? 1 : 2 })
  }
})

test('a full file is put away and the chain goes on in the next one', async () => {
  await using place = await auditFolder()
  const audit = auditLog(place.path, { maxBytes: 1000 })
  for (let number = 1; number <= 20; number += 1) await audit.append(entry(`tool ${number}`))
  await audit.close()
  const files = await readdir(place.folder)
  expect(files.length).toBeGreaterThan(3)
  expect(await verifyAuditLog(place.path)).toEqual({ ok: true, lines: 20, torn: 0 })

  const again = auditLog(place.path, { maxBytes: 1000 })
  expect((await again.tail(12)).map(({ seq }) => seq)).toEqual([
    9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20,
  ])
  await again.close()
  await rm(join(place.folder, files.toSorted()[1]!))
  expect(await verifyAuditLog(place.path)).toMatchObject({ ok: false, firstBadLine: { line: 1 } })
})

test('entries that come while others are being written stay in order, also when a file is full', async () => {
  await using place = await auditFolder()
  const audit = auditLog(place.path, { maxBytes: 1000 })
  const appended: Promise<void>[] = []
  for (let number = 1; number <= 200; number += 1) {
    appended.push(audit.append(entry(`tool ${number}`)))
    if (number % 7 === 0) await new Promise(setImmediate)
  }
  await Promise.all(appended)
  const subjects = (await audit.tail(200)).map(({ subject }) => subject)
  expect(subjects).toEqual(Array.from({ length: 200 }, (_, index) => `tool ${index + 1}`))
  expect(await audit.verify()).toEqual({ ok: true, lines: 200, torn: 0 })
  await audit.close()
})

test('a file that was put away just before a crash is followed by a new one', async () => {
  await using place = await auditFolder()
  await writtenLog(place.path, 3)
  execFileSync('mv', [place.path, join(place.folder, 'audit.000000000003.jsonl')])
  await writtenLog(place.path, 1)
  expect(await verifyAuditLog(place.path)).toEqual({ ok: true, lines: 4, torn: 0 })
})

test('secrets stand in no entry, wherever they were put', async () => {
  await using place = await auditFolder()
  const scrubber = createScrubber()
  scrubber.hold(['canary-secret'])
  const audit = auditLog(place.path, { scrub: scrubber.scrub })
  await audit.append({
    kind: 'tool.call',
    provenance: 'webhook:canary-secret',
    subject: 'canary-secret',
    args: {
      header: ['Bearer canary-secret'],
      'canary-secret': 1,
      password: 'not known to anybody',
      long: 'x'.repeat(2000),
    },
    detail: { url: 'https://host.test/?key=canary-secret' },
  })
  const text = await readFile(place.path, 'utf8')
  expect(text).not.toContain('canary')
  expect(text).not.toContain('not known')
  expect(text).toContain('(+1500 characters)')
  await audit.close()
})

test('the same arguments have the same hash in whatever order, and others another', async () => {
  await using place = await auditFolder()
  const audit = auditLog(place.path)
  const call = (args: unknown) => audit.append({ ...entry('tool'), args })
  await Promise.all([
    call({ a: 1, b: [{ c: 2, d: 3 }] }),
    call({ b: [{ d: 3, c: 2 }], a: 1 }),
    call({ a: 1, b: [] }),
  ])
  const [first, second, third] = (await audit.tail(3)).map((record) => record.args_sha256)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(second).toBe(first)
  expect(third).not.toBe(first)
  await audit.close()
})

test('an effect is recorded before it happens and after it, under one id', async () => {
  await using place = await auditFolder()
  const audit = auditLog(place.path)
  const seen: number[] = []
  const result = await audit.effect(
    { ...entry('WRITE_FILE'), outcome: (bytes: number) => ({ bytes }) },
    async () => {
      seen.push((await readFile(place.path, 'utf8')).split('\n').length - 1)
      return 42
    },
  )
  const failing = audit.effect(entry('SEND_EMAIL'), () =>
    Promise.reject(new AppError('upstream_failed', 'No.')),
  )
  await expect(failing).rejects.toMatchObject({ code: 'upstream_failed' })
  expect([result, seen]).toEqual([42, [1]])
  const records = await audit.tail(4)
  expect(records.map(({ subject, phase, detail }) => ({ subject, phase, detail }))).toEqual([
    { subject: 'WRITE_FILE', phase: 'intent', detail: undefined },
    { subject: 'WRITE_FILE', phase: 'outcome', detail: { success: true, bytes: 42 } },
    { subject: 'SEND_EMAIL', phase: 'intent', detail: undefined },
    { subject: 'SEND_EMAIL', phase: 'outcome', detail: { success: false, code: 'upstream_failed' } },
  ])
  expect(records[1]!.id).toBe(records[0]!.id)
  expect(records[3]!.id).not.toBe(records[0]!.id)
  await audit.close()
})

test('nothing is done whose intent could not be recorded', async () => {
  await using place = await auditFolder()
  const audit = auditLog(join(place.path, 'in', 'no', 'folder'))
  let done = false
  const effect = audit.effect(entry('DELETE_FILE'), () => {
    done = true
    return Promise.resolve()
  })
  await expect(effect).rejects.toBeInstanceOf(AppError)
  expect(done).toBe(false)
})

/** A process that appends and prints the number of each entry that it was told is on disk. */
interface WriterOptions {
  readonly before?: string[]
  readonly count: number
  /**
   * Milliseconds between two entries that do not wait for each other, of which more come until one was refused; each
   * waits for the one before when left out.
   */
  readonly everyMs?: number
}

function writer(path: string, { before = [], count, everyMs }: WriterOptions) {
  const script = `
    import { createAuditLog } from './audit-log.ts'
    const audit = createAuditLog({ path: ${JSON.stringify(path)}, now: () => new Date(), scrub: (text) => text })
    let wasRefused = ${everyMs === undefined}
    for (let number = 1; number <= ${count} || !wasRefused; number += 1) {
      const append = audit.append({ kind: 'tool.call', provenance: 'model', subject: 'n' + number })
      const told = append.then(
        () => console.log('ok ' + number),
        (error) => {
          wasRefused = true
          console.log('refused ' + number + ' ' + error.code)
        },
      )
      await ${everyMs === undefined ? 'told' : `new Promise((resolve) => setTimeout(resolve, ${everyMs}))`}
    }`
  const [program, ...args] = [...before, process.execPath, '--input-type=module-typescript', '-e', script]
  // One thread does all the input and output: strace counts the calls of each thread by itself.
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1' }
  return spawn(program, args, { cwd: import.meta.dirname, env, stdio: ['ignore', 'pipe', 'inherit'] })
}

test('what was acknowledged before kill -9 is there, and the log is sound', async () => {
  await using place = await auditFolder()
  let acknowledged = 0
  for (let round = 1; round <= 5; round += 1) {
    const child = writer(place.path, { count: 1_000_000 })
    let lines = 0
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.startsWith('ok')) lines += 1
      if (lines === 20 * round) child.kill('SIGKILL')
    }
    acknowledged += lines
  }
  await writtenLog(place.path, 1)
  const verdict = await verifyAuditLog(place.path)
  expect(verdict.ok).toBe(true)
  expect(verdict.lines).toBeGreaterThan(acknowledged)
})

test.skipIf(process.platform === 'win32')(
  'an entry for which there is no room is refused and leaves no trace',
  async () => {
    await using place = await auditFolder()
    const limited = ['sh', '-c', 'ulimit -f 8; exec "$@"', 'sh']
    const child = writer(place.path, { before: limited, count: 60 })
    const answers = await Array.fromAsync(createInterface({ input: child.stdout }))
    const accepted = answers.filter((answer) => answer.startsWith('ok'))
    const refused = answers.filter((answer) => answer.startsWith('refused'))
    expect(accepted.length).toBeGreaterThan(0)
    expect(refused[0]).toContain('too_large')
    expect(accepted.length + refused.length).toBe(60)
    expect(await verifyAuditLog(place.path)).toEqual({ ok: true, lines: accepted.length, torn: 0 })
  },
)

const failingSync = ['-e', 'trace=fdatasync', '-e', 'inject=fdatasync:error=EIO:when=3']
const trace = ['strace', '-f', '-qq', '-o', '/dev/null', ...failingSync]

test.skipIf(!hasStrace && !mustRun)(
  'entries that wait while the disk fails are chained to the last one that was written',
  async () => {
    await using place = await auditFolder()
    const child = writer(place.path, { before: trace, count: 300, everyMs: 0 })
    const answers = await Array.fromAsync(createInterface({ input: child.stdout }))
    const refused = answers.filter((answer) => answer.startsWith('refused'))
    // How many share one write depends on the disk: there may be more of them until the third write fails.
    expect(answers.length).toBeGreaterThanOrEqual(300)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(answers.length)
    const lines = answers.length - refused.length
    expect(await verifyAuditLog(place.path)).toEqual({ ok: true, lines, torn: 0 })
  },
)

test.skipIf(!hasStrace && !mustRun)(
  'an entry whose disk failed is refused, and the next one is written',
  async () => {
    await using place = await auditFolder()
    const child = writer(place.path, { before: trace, count: 5 })
    const answers = await Array.fromAsync(createInterface({ input: child.stdout }))
    expect(answers).toEqual(['ok 1', 'ok 2', 'refused 3 storage_failed', 'ok 4', 'ok 5'])
    expect(await verifyAuditLog(place.path)).toEqual({ ok: true, lines: 4, torn: 0 })
  },
)

test.skipIf(!hasStrace && !mustRun)('many entries of one moment share one write to the disk', async () => {
  await using place = await auditFolder()
  const script = `
    import { createAuditLog } from './audit-log.ts'
    const audit = createAuditLog({ path: ${JSON.stringify(place.path)}, now: () => new Date(), scrub: (text) => text })
    const entry = { kind: 'tool.call', provenance: 'model', subject: 'x' }
    await Promise.all(Array.from({ length: 500 }, () => audit.append(entry)))`
  const report = join(place.folder, 'trace')
  const node = [process.execPath, '--input-type=module-typescript', '-e', script]
  const child = spawn('strace', ['-f', '-qq', '-o', report, '-e', 'trace=fdatasync', ...node], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  })
  await once(child, 'exit')
  expect((await readFile(report, 'utf8')).match(/fdatasync\(/g)).toHaveLength(1)
  expect(await verifyAuditLog(place.path)).toEqual({ ok: true, lines: 500, torn: 0 })
})
