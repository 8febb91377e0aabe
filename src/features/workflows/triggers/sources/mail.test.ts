import { expect, test } from 'vitest'
import type { SourceEvent } from '../source.ts'
import type { MailCursor, MailFolder, ReadDepth, ReadMail } from './mail-folders.ts'
import { createMailSource } from './mail.ts'
import { numbersOf, rangesOf } from './number-ranges.ts'

const trigger = { id: 't1', type: 'mail' } as const
const { signal } = new AbortController()
const now = () => new Date('2026-03-02T12:00:00Z')

interface FakeMail {
  readonly uid: number
  readonly mark: string
  readonly receivedAt?: string
}

/** A folder as a server might show it, whatever it did to the emails in it. */
class FakeFolder implements MailFolder {
  account = 'ada mail.example'
  path = 'INBOX'
  uidValidity = '1'
  uidNext = 1
  mails: FakeMail[] = []
  /** What happens when an email is read. */
  onRead: (uid: number, depth: ReadDepth) => void = () => {}

  get count() {
    return this.mails.length
  }

  add(...marks: string[]) {
    for (const mark of marks)
      this.mails.push({ uid: this.uidNext++, mark, receivedAt: '2026-03-02T10:00:00.000Z' })
  }

  /** Gives new numbers to these. */
  renumber(
    marks: readonly (string | Omit<FakeMail, 'uid'>)[],
    uidValidity = String(Number(this.uidValidity) + 1),
  ) {
    this.uidValidity = uidValidity
    this.mails = marks.map((mail, index) => ({
      receivedAt: '2026-03-02T10:00:00.000Z',
      ...(typeof mail === 'string' ? { mark: mail } : mail),
      uid: index + 1,
    }))
    this.uidNext = marks.length + 1
  }

  async above(uid: number) {
    return this.mails.map((mail) => mail.uid).filter((number) => number > uid)
  }

  async *list(newest = this.mails.length) {
    for (const { uid, mark, receivedAt = null } of this.mails.slice(-newest)) yield { uid, mark, receivedAt }
  }

  async read(uid: number, depth: ReadDepth): Promise<ReadMail | undefined> {
    this.onRead(uid, depth)
    const found = this.mails.find((mail) => mail.uid === uid)
    if (!found) return undefined
    const { mark, receivedAt = null } = found
    const told = { messageId: mark, from: '', fromName: '', to: [], subject: mark, date: null, bytes: 1 }
    return { uid, mark, receivedAt, ...told, text: depth, attachments: [] }
  }
}

function stage() {
  const folder = new FakeFolder()
  const source = createMailSource({
    folders: { open: (_name, work) => work(folder), watch: async () => {} },
    now,
  })
  let cursor: MailCursor | undefined
  const keys: string[] = []
  const look = async () => {
    const found = await source.look(trigger, cursor, signal)
    cursor = JSON.parse(JSON.stringify(found.cursor)) as MailCursor
    keys.push(...found.events.map(({ key }) => key))
    return found
  }
  const lookAll = async () => {
    const events: SourceEvent[] = []
    for (;;) {
      const found = await look()
      events.push(...found.events)
      if (found.againInMs === undefined) return events.map(({ data }) => data['subject'])
    }
  }
  return { folder, look, lookAll, keys, cursor: () => cursor! }
}

const many = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}${index}`)

test('numbers are written as ranges', () => {
  expect(rangesOf([1, 2, 3, 7, 9, 10])).toBe('1:3,7,9:10')
  expect(numbersOf('1:3,7,9:10')).toEqual([1, 2, 3, 7, 9, 10])
  expect(rangesOf([])).toBe('')
  expect(numbersOf('')).toEqual([])
})

test('after new numbers, of an email that is there twice only the second is new', async () => {
  const { folder, lookAll } = stage()
  folder.add('a', 'b', 'b')
  await lookAll()
  folder.renumber(['b', 'a', 'b', 'b', 'a'])
  expect(await lookAll()).toEqual(['b', 'a'])
})

test('of a folder too large to be known whole, only what came after is new, whatever its order now is', async () => {
  const { folder, lookAll, cursor } = stage()
  folder.add(...many(1500, 'old'))
  await lookAll()
  expect(cursor().known).toHaveLength(1000)
  const early = { mark: 'early', receivedAt: '2026-03-02T11:00:00.000Z' }
  const older = many(500, 'old').map((mark) => ({ mark, receivedAt: '2026-03-01T10:00:00.000Z' }))
  // Copied from another folder, it kept its date.
  const late = { mark: 'late', receivedAt: '2020-01-01T00:00:00.000Z' }
  folder.renumber([early, ...older, ...many(1500, 'old').slice(500), late])
  expect(await lookAll()).toEqual(['early', 'late'])
})

test('a folder whose known emails have all left and that got new numbers tells what came since', async () => {
  const { folder, lookAll } = stage()
  folder.add(...many(1200, 'old'))
  await lookAll()
  folder.renumber([
    { mark: 'ancient', receivedAt: '2020-01-01T00:00:00.000Z' },
    { mark: 'new', receivedAt: '2026-03-02T11:00:00.000Z' },
  ])
  expect(await lookAll()).toEqual(['new'])
})

test('more emails than one look takes come also after new numbers, and after newer ones again', async () => {
  const { folder, look, lookAll, keys } = stage()
  folder.add('a')
  await lookAll()
  folder.renumber([...many(150, 'x'), 'a', ...many(150, 'y')])
  expect((await look()).events).toHaveLength(200)
  folder.add('z')
  expect(await lookAll()).toEqual([...many(150, 'y').slice(50), 'z'])
  folder.renumber([...many(150, 'y'), 'a', 'new', ...many(150, 'x'), 'z'])
  expect(await lookAll()).toEqual(['new'])
  expect(new Set(keys).size).toBe(302)
})

test('a server that was set back to an older day, and gives out the same numbers again, loses nothing', async () => {
  const { folder, lookAll, keys } = stage()
  folder.add('a')
  await lookAll()
  folder.add('b', 'c')
  expect(await lookAll()).toEqual(['b', 'c'])
  folder.renumber(['a', 'd'], folder.uidValidity)
  expect(await lookAll()).toEqual(['d'])
  folder.add('e')
  expect(await lookAll()).toEqual(['e'])
  expect(new Set(keys).size).toBe(4)
})

test('a date in the future does not hide what comes after it', async () => {
  const { folder, lookAll } = stage()
  folder.add(...many(1100, 'old'))
  folder.mails.push({ uid: folder.uidNext++, mark: 'odd', receivedAt: '2099-01-01T00:00:00.000Z' })
  await lookAll()
  folder.renumber([{ mark: 'new', receivedAt: '2026-03-02T11:00:00.000Z' }, 'odd'])
  expect(await lookAll()).toEqual(['new'])
})

test('an email at which the connection is lost each time is asked for less and less, and does not hold up the others', async () => {
  const { folder, look, lookAll, keys } = stage()
  await lookAll()
  folder.add('good', 'bad', 'after')
  const asked: ReadDepth[] = []
  folder.onRead = (uid, depth) => {
    if (uid !== 2) return
    asked.push(depth)
    if (depth !== 'number') throw new Error('connection lost')
  }
  const first = await look()
  expect(first.events.map(({ data }) => data['subject'])).toEqual(['good'])
  expect(first.againInMs).toBe(1_000)
  expect((await look()).againInMs).toBe(10_000)
  expect(await lookAll()).toEqual(['bad', 'after'])
  expect(asked).toEqual(['whole', 'whole', 'whole', 'headers', 'headers', 'number'])
  expect(new Set(keys).size).toBe(3)
})

test('an email that is gone by the time it is read is passed over, and who is told to stop stops', async () => {
  const { folder, lookAll } = stage()
  await lookAll()
  folder.add('a', 'b', 'c')
  folder.onRead = (uid) => {
    if (uid === 1) folder.mails = folder.mails.filter((mail) => mail.uid !== 2)
  }
  expect(await lookAll()).toEqual(['a', 'c'])
  const stop = new AbortController()
  folder.add('d')
  folder.onRead = () => {
    stop.abort(new Error('stopped'))
    throw new Error('connection lost')
  }
  const source = createMailSource({
    folders: { open: (_name, work) => work(folder), watch: async () => {} },
    now,
  })
  const { cursor } = await source.look(trigger, undefined, signal)
  folder.add('e')
  await expect(source.look(trigger, cursor, stop.signal)).rejects.toThrow('stopped')
})

test('an account that is another one now begins anew', async () => {
  const { folder, lookAll } = stage()
  await lookAll()
  folder.account = 'bob mail.example'
  folder.renumber(['theirs'])
  expect(await lookAll()).toEqual([])
  folder.add('new')
  expect(await lookAll()).toEqual(['new'])
})

test('what strangers wrote is bounded, so that an event fits whatever it is', async () => {
  const { folder } = stage()
  const wild = '\u0001€'.repeat(50_000)
  const read = (): Promise<ReadMail> =>
    Promise.resolve({
      uid: 1,
      mark: 'm',
      receivedAt: '2099-01-01T00:00:00.000Z',
      messageId: wild,
      from: wild,
      fromName: wild,
      to: Array.from({ length: 5_000 }, () => wild),
      subject: wild,
      date: null,
      text: wild,
      bytes: 1,
      attachments: Array.from({ length: 1_000 }, () => ({ name: wild, type: wild, bytes: 1 })),
    })
  const source = createMailSource({
    folders: {
      open: (_name, work) => work(Object.assign(folder, { read })),
      watch: async () => {},
    },
    now,
  })
  const { cursor } = await source.look(trigger, undefined, signal)
  folder.add('m')
  const { events } = await source.look(trigger, cursor, signal)
  expect(Buffer.byteLength(JSON.stringify(events[0]!.data))).toBeLessThan(256 * 1024)
  expect(events[0]!.at).toBe(now().toISOString())
})
