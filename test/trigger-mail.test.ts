import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { MailCursor } from '../src/features/workflows/triggers/sources/mail-folders.ts'
import { createMailSource } from '../src/features/workflows/triggers/sources/mail.ts'
import type { Trigger } from '../src/features/workflows/triggers/schemas.ts'
import type { SourceEvent } from '../src/features/workflows/triggers/source.ts'
import { Mailboxes } from '../src/plugins/email/mailboxes.ts'
import { startCutProxy } from './cut-proxy.ts'
import { hasDovecot } from './dovecot.ts'
import { filePart, sampleMail, textPart } from './mail-samples.ts'
import { startMail, type MailStage } from './mail-stage.ts'

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 240_000 })

const trigger = { id: 't1', type: 'mail' } as const
const invoices = { ...trigger, folder: 'Invoices' }

let mail: MailStage

beforeAll(async () => {
  if (hasDovecot) mail = await startMail()
})

afterAll(async () => {
  if (hasDovecot) await mail[Symbol.asyncDispose]()
})

beforeEach(async () => {
  if (!hasDovecot) return
  await mail.as('ada', async (client) => {
    await client.mailboxOpen('INBOX')
    await client.messageDelete('1:*')
    await client.mailboxDelete('Invoices').catch(() => undefined)
    await client.mailboxCreate('Invoices')
  })
})

/** As a process has it that has just started. */
function openMailboxes(
  changes: Readonly<Record<string, unknown>> = {},
  pace?: ConstructorParameters<typeof Mailboxes>[1],
): Mailboxes {
  const settings: Readonly<Record<string, unknown>> = { ...mail.settings, ...changes }
  return new Mailboxes({ setting: (name) => settings[name], home: mail.folders.home }, pace)
}

function openSource(changes?: Readonly<Record<string, unknown>>) {
  return createMailSource({ folders: openMailboxes(changes), now: () => new Date() })
}

function stopLater(): AbortController {
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  return stop
}

const { signal } = new AbortController()

/** Looks until there is no more, with what a database keeps of a cursor. */
async function lookAll(
  cursor: MailCursor | undefined,
  {
    of = trigger,
    source = openSource(),
  }: { of?: Trigger<'mail'>; source?: ReturnType<typeof openSource> } = {},
): Promise<{ events: SourceEvent[]; cursor: MailCursor; looks: number }> {
  const events: SourceEvent[] = []
  let next = cursor
  for (let looks = 1; ; looks += 1) {
    const look = await source.look(of, next, signal)
    events.push(...look.events)
    next = JSON.parse(JSON.stringify(look.cursor)) as MailCursor
    if (look.againInMs === undefined) return { events, cursor: next, looks }
  }
}

const plain = (subject: string) => sampleMail({ subject, parts: [textPart(`About ${subject}`)] })
const subjectsOf = (events: readonly SourceEvent[]) => events.map(({ data }) => data['subject'])
const keysOf = (events: readonly SourceEvent[]) => new Set(events.map(({ key }) => key))

async function appendAll(subjects: readonly string[], folder = 'INBOX'): Promise<void> {
  await mail.as('ada', async (client) => {
    for (const subject of subjects) await client.append(folder, plain(subject))
  })
}

const numbered = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => `mail ${from + index}`)

describe.skipIf(!hasDovecot)('new mail on a real server', () => {
  test('what was there before is not told; what comes is, once, with who, what and which files', async () => {
    await appendAll(['old'])
    const first = await lookAll(undefined)
    expect(first.events).toEqual([])
    const parts = [
      textPart('Grüße, €'),
      filePart(Buffer.alloc(570), { name: 'filename="a.pdf"', type: 'application/pdf' }),
    ]
    await mail.append(sampleMail({ subject: '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=', parts }))
    const second = await lookAll(first.cursor)
    expect(second.events).toEqual([
      {
        key: expect.stringMatching(/^\d+\/\d+\/[\w-]{12}$/),
        at: expect.stringMatching(/^20\d\d-/),
        data: {
          message_id: expect.stringMatching(/^<sample-\d+@example\.test>$/),
          uid: expect.any(Number),
          folder: 'INBOX',
          from: 'bob@example.test',
          from_name: 'Bob',
          to: ['ada@example.test'],
          subject: 'Grüße',
          date: '2026-02-02T10:00:00.000Z',
          text: 'Grüße, €',
          bytes: expect.any(Number),
          attachments: [{ name: 'a.pdf', type: 'application/pdf', bytes: 570 }],
        },
      },
    ])
    expect((await lookAll(second.cursor)).events).toEqual([])
    const unread = await mail.as('ada', async (client) => {
      await client.mailboxOpen('INBOX')
      return client.search({ seen: false }, { uid: true })
    })
    expect(unread).toHaveLength(2)
  })

  test('three hundred at once come in two looks, each with a key of its own', async () => {
    const { cursor } = await lookAll(undefined)
    await appendAll(numbered(300))
    const source = openSource()
    const one = await source.look(trigger, cursor, signal)
    expect(one.events.length).toBeLessThanOrEqual(200)
    expect(one.againInMs).toBe(0)
    const rest = await lookAll(one.cursor, { source })
    const all = [...one.events, ...rest.events]
    expect(subjectsOf(all)).toEqual(numbered(300))
    expect(keysOf(all).size).toBe(300)
  })

  test('a look that is done again, because a process died before it could store it, has the same keys', async () => {
    const { cursor } = await lookAll(undefined)
    await appendAll(numbered(5))
    const lost = await lookAll(cursor)
    await appendAll(numbered(5, 5))
    const again = await lookAll(cursor)
    expect(again.events.slice(0, 5)).toEqual(lost.events)
    expect(subjectsOf(again.events)).toEqual(numbered(10))
  })

  test('a connection that is cut anywhere costs no mail and tells none twice', async () => {
    let { cursor } = await lookAll(undefined)
    const events: SourceEvent[] = []
    let from = 0
    let halves = 0
    for (let after = 1_500; after < 40_000; after *= 1.4) {
      await appendAll(numbered(12, from))
      from += 12
      await using proxy = await startCutProxy(mail.dovecot.imapsPort, { after, how: 'reset' })
      const cut = openSource({ EMAIL_IMAP_PORT: proxy.port })
      const look = await cut.look(trigger, cursor, signal).catch(() => undefined)
      const rest = await lookAll(look?.cursor ?? cursor)
      if (look?.events.length && rest.events.length) halves += 1
      events.push(...(look?.events ?? []), ...rest.events)
      cursor = rest.cursor
    }
    expect(halves).toBeGreaterThan(0)
    expect(subjectsOf(events)).toEqual(numbered(from))
    expect(keysOf(events).size).toBe(from)
    expect(events.every(({ data }) => data['text'] === `About ${String(data['subject'])}`)).toBe(true)
  })

  test('a folder that got new numbers tells what came meanwhile and nothing else', async () => {
    await appendAll(['a', 'b'], 'Invoices')
    const { cursor: first } = await lookAll(undefined, { of: invoices })
    await appendAll(['c'], 'Invoices')
    const { cursor, events } = await lookAll(first, { of: invoices })
    expect(subjectsOf(events)).toEqual(['c'])
    // Moved to another server: new mail was let in there before the old mail was brought over.
    await mail.as('ada', async (client) => {
      await client.mailboxOpen('Invoices')
      const raws = (await client.fetchAll('1:*', { source: true })).map(({ source }) => source!)
      await client.mailboxClose()
      await client.mailboxDelete('Invoices')
      await client.mailboxCreate('Invoices')
      await client.append('Invoices', plain('meanwhile 1'))
      for (const raw of raws) await client.append('Invoices', raw)
      await client.append('Invoices', plain('meanwhile 2'))
    })
    const after = await lookAll(cursor, { of: invoices })
    expect(after.cursor.uidvalidity).not.toBe(cursor.uidvalidity)
    expect(subjectsOf(after.events)).toEqual(['meanwhile 1', 'meanwhile 2'])
    await appendAll(['later'], 'Invoices')
    const last = await lookAll(after.cursor, { of: invoices })
    expect(subjectsOf(last.events)).toEqual(['later'])
    expect(keysOf([...events, ...after.events, ...last.events]).size).toBe(4)
  })

  test('an email that is odd or beyond all measure is told with what is known of it', async () => {
    const { cursor } = await lookAll(undefined)
    const files = Array.from({ length: 1_100 }, () =>
      filePart(Buffer.from('x'), { name: 'filename="x.txt"' }),
    )
    await mail.append(sampleMail({ subject: 'Too many files', parts: [textPart('Hello'), ...files] }))
    await mail.append('no headers at all')
    await mail.append(
      Buffer.concat([Buffer.from('Subject: broken\r\nFrom: \r\n\r\n'), Buffer.alloc(5_000, 0xfe)]),
    )
    await mail.append(sampleMail({ subject: 'Long', parts: [textPart('€'.repeat(30_000))] }))
    const { events } = await lookAll(cursor)
    expect(subjectsOf(events)).toEqual(['Too many files', '', 'broken', 'Long'])
    expect(events[0]!.data).toMatchObject({ from: 'bob@example.test', text: '', attachments: [] })
    expect(events[1]!.data).toMatchObject({ message_id: null, from: '', to: [] })
    expect(events[3]!.data['text']).toHaveLength(20_000)
  })

  test('a trigger that is given another folder begins anew there', async () => {
    await appendAll(['in Invoices'], 'Invoices')
    const { cursor } = await lookAll(undefined)
    expect((await lookAll(cursor, { of: invoices })).events).toEqual([])
  })

  test('an account that is not set up, a folder that is not there and a server that is gone are told in a sentence', async () => {
    await expect(openSource({ EMAIL_IMAP_HOST: '' }).look(trigger, undefined, signal)).rejects.toMatchObject({
      code: 'not_configured',
      message: 'Reading mail needs an account. Set EMAIL_IMAP_HOST.',
    })
    await expect(openSource().look({ ...trigger, folder: 'Nix' }, undefined, signal)).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/^No folder "Nix"\./),
    })
    await expect(openSource({ EMAIL_IMAP_PORT: 1 }).look(trigger, undefined, signal)).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringMatching(/^Can't reach the mail server localhost on port 1 /),
    })
    const gone = AbortSignal.abort(new Error('stopped'))
    await expect(openSource().look(trigger, undefined, gone)).rejects.toThrow('stopped')
  })
})

/** Stands between, so that connections can be counted and cut. */
async function startGate(target: number) {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((client) => {
    connections += 1
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    client.pipe(upstream).pipe(client)
  })
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    cut()
    server.close()
    await once(server, 'close')
  })
  return { port: (server.address() as AddressInfo).port, connections: () => connections, cut }
}

/** Counts hints; `next` waits for the one after those that were there when it was called. */
function hints() {
  let count = 0
  const waiting = new Set<() => void>()
  return {
    hint() {
      count += 1
      for (const resolve of waiting) resolve()
      waiting.clear()
    },
    count: () => count,
    next: () => new Promise<void>((resolve) => waiting.add(resolve)),
  }
}

describe.skipIf(!hasDovecot)('listening for mail', () => {
  test('new mail is a hint; a cut connection is made again, which is one too', async () => {
    const gate = await startGate(mail.dovecot.imapsPort)
    const stop = stopLater()
    const heard = hints()
    await openMailboxes({ EMAIL_IMAP_PORT: gate.port }, { pauseMs: 10 }).watch(
      'INBOX',
      heard.hint,
      stop.signal,
    )
    const came = heard.next()
    await appendAll(['one'])
    await came
    const again = heard.next()
    gate.cut()
    await again
    const cameAgain = heard.next()
    await appendAll(['two'])
    await cameAgain
    expect(gate.connections()).toBeGreaterThan(1)
  })

  test('a connection is not kept for ever', async () => {
    const gate = await startGate(mail.dovecot.imapsPort)
    const heard = hints()
    const mailboxes = openMailboxes({ EMAIL_IMAP_PORT: gate.port }, { reconnectMs: 500 })
    await mailboxes.watch('INBOX', heard.hint, stopLater().signal)
    await heard.next()
    await heard.next()
    expect(gate.connections()).toBeGreaterThan(2)
  })

  test('those who listen to the same folder share a connection, which ends with the last of them', async () => {
    const gate = await startGate(mail.dovecot.imapsPort)
    const mailboxes = openMailboxes({ EMAIL_IMAP_PORT: gate.port })
    const [stop, other] = [stopLater(), stopLater()]
    const [heard, heardToo] = [hints(), hints()]
    await mailboxes.watch('INBOX', heard.hint, stop.signal)
    await mailboxes.watch('INBOX', heardToo.hint, other.signal)
    const both = Promise.all([heard.next(), heardToo.next()])
    await appendAll(['for both'])
    await both
    expect(gate.connections()).toBe(1)
    stop.abort()
    const before = heard.count()
    const still = heardToo.next()
    await appendAll(['for one'])
    await still
    expect(heard.count()).toBe(before)
    other.abort()
    await mailboxes.watch('INBOX', hints().hint, stopLater().signal)
    expect(gate.connections()).toBe(2)
  })

  test('it says that it has tried although nobody answers, and listens once somebody does', async () => {
    const settings: Record<string, unknown> = { ...mail.settings, EMAIL_IMAP_HOST: '' }
    const mailboxes = new Mailboxes(
      { setting: (name) => settings[name], home: mail.folders.home },
      { pauseMs: 10 },
    )
    const heard = hints()
    await mailboxes.watch('INBOX', heard.hint, stopLater().signal)
    expect(heard.count()).toBe(0)
    const listens = heard.next()
    settings['EMAIL_IMAP_HOST'] = 'localhost'
    await listens
  })
})
