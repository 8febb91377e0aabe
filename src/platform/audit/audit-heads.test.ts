import { chmod, copyFile, mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import type { HeadPlace, StoredHead } from './audit-heads.ts'
import { createAuditLog, type AuditLogOptions } from './audit-log.ts'
import { verifyAnchoredLog } from './audit-verify.ts'
import { headPlaces } from './head-places.ts'

const entry = (subject: string) => ({ kind: 'tool.call', provenance: 'local-client', subject }) as const

/** Takes what is written, and gives back the newest of one identifier: what the tests need of a system journal. */
const JOURNAL = {
  'systemd-cat': 'cat | sed "s/^/$2 /" >> "$(dirname "$0")/journal"',
  journalctl: `
    for word; do case "$word" in
      --lines=*) lines="\${word#--lines=}" ;;
      SYSLOG_IDENTIFIER=*) name="\${word#SYSLOG_IDENTIFIER=}" ;;
    esac; done
    sed -n "s/^$name //p" "$(dirname "$0")/journal" 2>/dev/null | tail -n "$lines"`,
}

async function stage() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-audit-'))
  const [data, programs] = [join(folder.path, 'data'), join(folder.path, 'programs')]
  for (const path of [data, programs]) await mkdir(path)
  for (const [name, script] of Object.entries(JOURNAL)) {
    await writeFile(join(programs, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(programs, name), 0o755)
  }
  const path = join(data, 'audit.jsonl')
  const environment = { PATH: `${programs}:${process.env['PATH']}` }
  const places = () => headPlaces({ folder: data, environment, socket: programs, keyring: false })
  return {
    path,
    data,
    journal: join(programs, 'journal'),
    places,
    /** One run of the service. */
    async write(subjects: readonly string[], options: Partial<AuditLogOptions> = {}) {
      const audit = createAuditLog({ path, now: () => new Date(), scrub: (text) => text, ...options })
      audit.keepHeadsIn(await places())
      for (const subject of subjects) await audit.append(entry(subject))
      await audit.close()
    },
    async drop(count: number) {
      const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
      await writeFile(path, `${lines.slice(0, -count).join('\n')}\n`)
    },
    verify: async () => verifyAnchoredLog(path, await places()),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `tool ${index + 1}`)

test('lines that are cut off the end while the service is stopped are noticed', async () => {
  await using at = await stage()
  await at.write(numbered(10))
  expect(await at.verify()).toEqual({
    ok: true,
    lines: 10,
    torn: 0,
    anchored_in: ['the system journal'],
    unanchored: 0,
    missing: [],
    replaced: null,
  })
  await at.drop(4)
  expect(await at.verify()).toMatchObject({
    ok: false,
    lines: 6,
    missing: [{ count: 4, after: { seq: 6 }, recorded: false }],
  })
  // Control: the chain alone knows nothing of its end, and says that nothing vouches for it.
  expect(await verifyAnchoredLog(at.path, [])).toMatchObject({ ok: true, lines: 6, anchored_in: [] })
})

test('a service that starts on a cut log says so in the log, and does not heal it', async () => {
  await using at = await stage()
  await at.write(numbered(10))
  await at.drop(4)
  await at.write(['after it'])
  const missing = [{ count: 4, after: { seq: 6 }, recorded: true }]
  expect(await at.verify()).toMatchObject({ ok: false, lines: 8, missing, replaced: null })
  // Also when it has long gone on beyond where it was, and was started again.
  await at.write(numbered(20))
  expect(await at.verify()).toMatchObject({ ok: false, lines: 28, missing, replaced: null })
  // Cutting off that as well is another cut.
  await at.drop(22)
  const verdict = await at.verify()
  expect(verdict.missing).toMatchObject([{ count: 22, after: { seq: 6 }, recorded: false }])
})

test('an older copy of the folder that is put back is told plainly, and later cuts are still noticed', async () => {
  await using at = await stage()
  await at.write(numbered(5))
  await copyFile(at.path, `${at.data}/copy`)
  await at.write(numbered(5))
  await copyFile(`${at.data}/copy`, at.path)
  await at.write(['after it'])
  await at.write(numbered(10))
  const recorded = { count: 5, after: { seq: 5 }, recorded: true }
  expect((await at.verify()).missing).toMatchObject([recorded])
  await at.drop(2)
  expect((await at.verify()).missing).toMatchObject([recorded, { count: 2, recorded: false }])
})

test('an end that was written anew, with a chain that is right, is noticed', async () => {
  await using at = await stage()
  await at.write(numbered(10))
  await at.drop(4)
  const forger = createAuditLog({ path: at.path, now: () => new Date(), scrub: (text) => text })
  for (const subject of numbered(9)) await forger.append(entry(`nothing happened ${subject}`))
  await forger.close()
  const { replaced, ...verdict } = await at.verify()
  expect(verdict).toMatchObject({ ok: false, lines: 15 })
  // Any head that was kept of the lines that are gone; the last one is kept for sure.
  expect(replaced!.seq).toBeGreaterThan(6)
  expect(replaced!.seq).toBeLessThanOrEqual(10)
})

test('a head that somebody adds for the cut log does not hide the cut', async () => {
  await using at = await stage()
  await at.write(numbered(10))
  const first = (await readFile(at.journal, 'utf8')).trimEnd().split('\n').at(-1)!
  await at.drop(4)
  const { hash } = JSON.parse((await readFile(at.path, 'utf8')).trimEnd().split('\n').at(-1)!) as StoredHead
  const forged = first.replace(/seq=\d+ hash=\w+/, `seq=6 hash=${hash}`)
  await writeFile(at.journal, `${first}\n${forged}\n`)
  expect(await at.verify()).toMatchObject({ ok: false, missing: [{ count: 4 }] })
})

test('a log in several files is compared as one, and one that is gone altogether is missed', async () => {
  await using at = await stage()
  await at.write(numbered(20), { maxBytes: 1000 })
  expect((await readdir(at.data)).length).toBeGreaterThan(3)
  expect(await at.verify()).toMatchObject({ ok: true, lines: 20, unanchored: 0 })
  for (const name of await readdir(at.data)) await writeFile(join(at.data, name), '')
  expect(await at.verify()).toMatchObject({ ok: false, missing: [{ count: 20, after: { seq: 0 } }] })
})

test('two folders on one machine do not answer for each other', async () => {
  await using at = await stage()
  await at.write(numbered(10))
  const other = join(at.data, 'other')
  await mkdir(other)
  const [place] = await headPlaces({
    folder: other,
    environment: { PATH: `${join(at.data, '..', 'programs')}:${process.env['PATH']}` },
    socket: at.data,
    keyring: false,
  })
  expect(await place!.read(10)).toEqual([])
})

test('where there is neither journal nor keyring, nothing vouches for the end', async () => {
  const nowhere = { folder: tmpdir(), environment: {}, socket: '/nowhere', keyring: false }
  expect(await headPlaces(nowhere)).toEqual([])
})

/** A place that is held by the hand. */
class HeldPlace implements HeadPlace {
  readonly name = 'a place'
  readonly gapMs = 0
  readonly kept: StoredHead[] = []
  /** Never, when it is not opened. */
  readonly opened = Promise.withResolvers<void>()

  async read() {
    return this.kept
  }

  async write(head: StoredHead) {
    await this.opened.promise
    this.kept.push(head)
  }
}

test('no entry waits for a place that does not answer, and many share one head', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-audit-'))
  const path = join(folder.path, 'audit.jsonl')
  const audit = createAuditLog({ path, now: () => new Date(), scrub: (text) => text, log: silentLog })
  const place = new HeldPlace()
  audit.keepHeadsIn([place])
  for (let round = 0; round < 50; round += 1)
    await Promise.all(Array.from({ length: 20 }, (_, index) => audit.append(entry(`tool ${index}`))))
  expect(place.kept).toEqual([])
  place.opened.resolve()
  // After 64 entries at the latest, without waiting for the minute or the end.
  await expect.poll(() => place.kept.at(-1)?.seq).toBe(1000)
  expect(place.kept.length).toBeLessThanOrEqual(3)
  await audit.close()
  expect(place.kept.length).toBeLessThanOrEqual(3)
})

test('a place that never answers does not keep the service from stopping', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-audit-'))
  const path = join(folder.path, 'audit.jsonl')
  const audit = createAuditLog({ path, now: () => new Date(), scrub: (text) => text })
  audit.keepHeadsIn([new HeldPlace()])
  await audit.append(entry('one'))
  await audit.close()
  expect(await verifyAnchoredLog(path, [])).toMatchObject({ ok: true, lines: 1 })
})
