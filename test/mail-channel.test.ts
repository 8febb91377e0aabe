import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Confirmation } from '../src/contract/confirmation.ts'
import type { Answerer } from '../src/features/chat/answering.ts'
import { openChannelStage, type ChannelStage } from './channel-stage.ts'
import { postJson } from './chat-stage.ts'
import { hasDovecot } from './dovecot.ts'
import {
  BOB,
  CHANNEL,
  emptyMailboxes,
  fillMaildir,
  mailToChannel,
  numberAnew,
  openMailChannel,
  rawMails,
  stamp,
  startWithoutIdle,
  uidValidityOf,
} from './mail-channel-stage.ts'
import { filePart, textPart } from './mail-samples.ts'
import { startMail, type MailStage } from './mail-stage.ts'
import { echo } from './webhook-stage.ts'

// It tries the examples of docs/channels.md.

let mail: MailStage

beforeAll(async () => {
  if (hasDovecot) mail = await startMail()
})

afterAll(async () => {
  if (hasDovecot) await mail[Symbol.asyncDispose]()
})

const outcomes = ({ audited }: ChannelStage) => audited.map(({ detail }) => detail?.['outcome'])
const headerOf = (raw: string, name: string) =>
  new RegExp(`^${name}: *(.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(raw)?.[1]?.replaceAll(/\s+/g, ' ')

describe.skipIf(!hasDovecot)('email as a channel', () => {
  test('a paired person is answered in the thread; a stranger gets silence', async () => {
    const { answerer, heard } = echo()
    await using on = await openMailChannel(mail, { answerers: [answerer] })
    // What lies there before is old mail, and nobody looks at it.
    await expect.poll(() => on.channel().state).toBe('connected')
    await on.write({ text: 'from a stranger' })
    await on.pair()
    await on.write({
      text: 'df & <b>\r\n\r\nOn 2026-03-02 10:00, Deskhand wrote:\r\n> Hello\r\n> you\r\n-- \r\nBob\r\n',
    })
    await expect.poll(on.answers).toHaveLength(2)
    expect(heard).toEqual([{ message: 'df & <b>', by: `channel:mail:${BOB}` }])
    const [greeting, answer] = (await on.answers()) as [string, string]
    expect(greeting).toContain('I answer from your computer')
    expect(headerOf(answer, 'From')).toBe(`Deskhand <${CHANNEL}>`)
    expect(headerOf(answer, 'Reply-To')).toBe(CHANNEL)
    expect(headerOf(answer, 'Subject')).toBe('Re: A wish')
    expect(headerOf(answer, 'Auto-Submitted')).toBe('auto-replied')
    expect(headerOf(answer, 'In-Reply-To')).toMatch(/^<sample-/)
    expect(answer).toMatch(/multipart\/alternative/)
    expect(answer).toContain('You said: df & <b>')
    expect(answer).toContain('You said: df &amp; &lt;b&gt;')
    expect(outcomes(on.stage)).toContain('not_paired')
    // An answer to the answer goes on in the same conversation, also by a program that names only the last email.
    const sessions = () => on.stage.audited.filter(({ args }) => args !== undefined).length
    await on.write({ text: 'and again', headers: [`In-Reply-To: ${headerOf(answer, 'Message-ID')}`] })
    await expect.poll(on.answers).toHaveLength(3)
    expect(sessions()).toBe(2)
    const threads = (await on.answers()).map(
      (raw) => /<dh\.([\w-]{22})\./.exec(headerOf(raw, 'Message-ID')!)![1],
    )
    expect(threads[2]).toBe(threads[1])
    expect(threads[0]).not.toBe(threads[1])
  })

  test('10,000 old emails are not answered when the channel is set up', async () => {
    const { answerer, heard } = echo()
    await emptyMailboxes(mail)
    await fillMaildir(mail, 10_000)
    await using on = await openMailChannel(mail, { answerers: [answerer], isFilled: true })
    await on.pair()
    await on.write({ text: 'a new one' })
    await expect.poll(on.answers).toHaveLength(2)
    expect(heard.map(({ message }) => message)).toEqual(['a new one'])
  })

  test('what came while the service was off is answered once, also when the folder is numbered anew', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-mail-channel-'))
    const { answerer, heard } = echo()
    {
      await using on = await openMailChannel(mail, { answerers: [answerer], folder: folder.path })
      await on.pair()
      await on.write({ text: 'one' })
      await expect.poll(on.answers).toHaveLength(2)
    }
    const before = await uidValidityOf(mail)
    await numberAnew(mail)
    await mail.append(mailToChannel({ text: 'two' }))
    expect(await uidValidityOf(mail)).not.toBe(before)
    await using stage = await openChannelStage({ mail, answerers: [answerer], folder: folder.path })
    await expect.poll(() => heard.map(({ message }) => message)).toEqual(['one', 'two'])
    await mail.append(mailToChannel({ text: 'three' }))
    await expect.poll(() => heard.map(({ message }) => message)).toEqual(['one', 'two', 'three'])
    await expect.poll(() => rawMails(mail, 'bob')).toHaveLength(4)
    expect(stage.channels.list().find(({ channel }) => channel === 'mail')!.state).toBe('connected')
  })

  test('a server that does not tell of news is asked, and one that goes away is found again', async () => {
    const { answerer, heard } = echo()
    await using proxy = await startWithoutIdle(mail.dovecot.imapPort)
    const settings = { EMAIL_IMAP_PORT: proxy.port, EMAIL_IMAP_SECURITY: 'none' }
    await using on = await openMailChannel(mail, { answerers: [answerer], settings, lookMs: 300 })
    await on.pair()
    await on.write({ text: 'one' })
    await expect.poll(() => heard.length).toBe(1)
    expect(proxy.said().filter((line) => / IDLE/i.test(line))).toEqual([])
    proxy.cut()
    await expect.poll(() => on.channel().state).toBe('retrying')
    await on.write({ text: 'two' })
    await expect.poll(() => heard.map(({ message }) => message), { timeout: 15_000 }).toEqual(['one', 'two'])
    expect(on.channel().state).toBe('connected')
  })

  test('killed between the receipt and the run: one run', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-killed-mail-'))
    {
      await using on = await openMailChannel(mail, { answerers: [echo().answerer], folder: folder.path })
      await on.pair()
    }
    await mail.append(mailToChannel({ text: 'only once' }))
    const program = fileURLToPath(new URL('killed-mail-channel.ts', import.meta.url))
    const words = [program, JSON.stringify(mail.settings), mail.folders.home, folder.path]
    const child = spawn(process.execPath, words, { stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    const { answerer, heard } = echo()
    await using stage = await openChannelStage({ mail, answerers: [answerer], folder: folder.path })
    await expect.poll(() => rawMails(mail, 'bob')).toHaveLength(2)
    await mail.append(mailToChannel({ text: 'next' }))
    await expect.poll(() => heard.map(({ message }) => message)).toEqual(['only once', 'next'])
    expect(stage.notices).toEqual([])
  })

  test('what is not proven to be from the sender starts nothing, and the person at the computer hears of it', async () => {
    const { answerer, heard } = echo()
    await using on = await openMailChannel(mail, { answerers: [answerer] })
    await on.pair()
    const forged = [
      { above: [] },
      { above: [stamp('dmarc=fail header.from=example.test')] },
      { above: [stamp('dmarc=none')] },
      // Of another server, of one that looks alike, and one of ours below the real one.
      { above: [stamp(undefined, 'mx.evil.test')] },
      { above: [stamp(undefined, 'mx.example.test.evil.test')] },
      { above: [stamp('dmarc=fail header.from=example.test'), stamp()] },
      { above: [stamp('spf=pass smtp.mailfrom=evil.test'), stamp()] },
      // A pass for another domain, in a comment, in quotes, twice.
      { above: [stamp('dmarc=pass header.from=evil.test')] },
      { above: [stamp('dmarc=fail (dmarc=pass header.from=example.test) header.from=example.test')] },
      { above: [stamp('dmarc=fail reason="; dmarc=pass header.from=example.test"')] },
      { above: [stamp('dmarc=pass header.from=evil.test; dmarc=pass header.from=example.test')] },
    ]
    for (const mail of forged) await on.write({ text: 'forged', ...mail })
    const tricks = [
      'Bob <eve@evil.test>',
      '"bob@example.test" <eve@evil.test>',
      'bob@example.test <eve@evil.test>',
      '<bob@example.test> <eve@evil.test>',
      'bob@example.test, eve@evil.test',
      'eve@evil.test (<bob@example.test>)',
      'x:bob@example.test;',
      '"bob"@example.test',
      'bob@example.test\r\nFrom: eve@evil.test',
    ]
    for (const from of tricks) await on.write({ text: 'trick', from })
    await on.write({ text: 'real' })
    await expect.poll(() => heard.map(({ message }) => message)).toEqual(['real'])
    expect(outcomes(on.stage)).toContain('not_believed')
    expect(on.stage.notices.map(({ title }) => title)).toContain(`A message from ${BOB} was left unanswered`)
    expect(on.stage.notices.map(({ message }) => message).join()).toMatch(/dmarc=fail.*mx\.evil\.test.*evil/s)
  })

  test('programs, lists and bounces are not answered, nor what others get too', async () => {
    const { answerer, heard } = echo()
    await using on = await openMailChannel(mail, { answerers: [answerer] })
    await on.pair()
    const headers = [
      'Auto-Submitted: auto-replied',
      'Auto-Submitted: auto-generated; x=y',
      'Precedence: bulk',
      'Precedence: list',
      'List-Id: <all.example.test>',
      'List-Unsubscribe: <https://example.test/>',
      'X-Autoreply: yes',
    ]
    for (const header of headers) await on.write({ text: 'automatic', headers: [header] })
    await mail.append(mailToChannel({ text: 'bounce' }).replace(`Return-Path: <${BOB}>`, 'Return-Path: <>'))
    await on.write({ text: 'report', kind: 'report; report-type=delivery-status' })
    await on.write({ text: 'to several', to: `${CHANNEL}, eve@example.test` })
    await on.write({ text: 'to somebody else', to: 'ada@example.test' })
    await on.write({ text: 'real', headers: ['Auto-Submitted: no'] })
    await expect.poll(() => heard.map(({ message }) => message)).toEqual(['real'])
    // An answer that comes back to us, with and without its mark.
    await expect.poll(on.answers).toHaveLength(2)
    const back = (await on.answers()).at(-1)!.replace(/^To: .*$/m, `To: ${CHANNEL}\r`)
    await mail.append(`${stamp()}\r\n${back}`)
    await mail.append(`${stamp()}\r\n${back.replace(/^Auto-Submitted: .*\r\n/m, '')}`)
    await on.write({ text: 'last' })
    await expect.poll(() => heard.map(({ message }) => message)).toEqual(['real', 'last'])
  })

  test('files come along, and a chart goes back as a picture in the text', async () => {
    const drawing: Answerer = ({ attachments, message }, writer) => {
      writer.route({ by: 'router', score: 1, candidates: [] })
      writer.say(`Got ${attachments.length} with “${message}”.`)
      writer.add({
        type: 'chart',
        chart_type: 'bar',
        labels: ['a', 'b'],
        series: [{ name: 'Sum', values: [1, 2] }],
      })
      return Promise.resolve(true)
    }
    await using on = await openMailChannel(mail, { answerers: [drawing] })
    await on.pair()
    const sums = filePart(Buffer.from('a,b\n1,2\n'), { type: 'text/csv', name: 'filename="sums.csv"' })
    await on.write({ parts: [textPart('Draw this'), sums] })
    await expect.poll(on.answers).toHaveLength(2)
    expect(on.stage.uploaded).toEqual([{ name: 'sums.csv', text: 'a,b\n1,2\n' }])
    const answer = (await on.answers())[1]!
    expect(answer).toContain('Got 1 with')
    expect(answer).toContain('src=3D"cid:picture-1" alt=3D"a, Sum 1')
    expect(answer).toMatch(/Content-Type: image\/png; name=chart\.png[^]*Content-Id: <picture-1>/i)
    expect(answer).toContain(Buffer.from('png').toString('base64'))
  })

  test('nothing is approved by email: it is decided at the computer, and the thread hears of it', async () => {
    const state: { stage?: ChannelStage } = {}
    const asked: string[] = []
    const letter: Answerer = async ({ message, provenance, signal }, writer) => {
      writer.route({ by: 'router', score: 1, candidates: [] })
      const { data } = await state.stage!.runner.run({
        action: 'SEND_LETTER',
        args: { to: message },
        provenance,
        signal,
      })
      const { confirmation } = data as { confirmation: Confirmation }
      asked.push(confirmation.confirmation_id)
      writer.askApproval(confirmation)
      return true
    }
    await using on = await openMailChannel(mail, { answerers: [letter] })
    const { stage } = on
    state.stage = stage
    const id = await on.pair()
    await expect(stage.channels.changePairing(id, true)).rejects.toThrow(/Nothing can be approved from Email/)
    await on.write({ text: 'Grace' })
    await expect.poll(on.answers).toHaveLength(2)
    const question = (await on.answers())[1]!
    expect(question).toContain('Waiting for approval in Deskhand on your computer')
    for (const text of ['yes', 'approve', 'Approve']) await on.write({ text, subject: 'Re: A wish' })
    await expect.poll(on.answers).toHaveLength(5)
    expect(stage.letters).toEqual([])
    await postJson(`${stage.address}/api/confirm`, { confirmation_id: asked[0], approved: true })
    await expect.poll(() => stage.letters).toEqual(['Grace'])
    await expect.poll(on.answers).toHaveLength(6)
    const decided = (await on.answers())[5]!
    expect(headerOf(decided, 'In-Reply-To')).toBe(headerOf(question, 'In-Reply-To'))
    // One that is out of date is told too, when somebody asks for something else.
    await on.write({ text: 'Alan' })
    await expect.poll(on.answers).toHaveLength(7)
    await stage.database.write(() => stage.database.prepare('DELETE FROM confirmations').run())
    await on.write({ text: 'Barbara' })
    await expect
      .poll(async () => (await on.answers()).filter((raw) => raw.includes('Expired.')), { timeout: 10_000 })
      .not.toEqual([])
    const over = (await on.answers()).find((raw) => raw.includes('Expired.'))!
    expect(headerOf(over, 'References')).toMatch(/^<sample-/)
  })

  test('more than the bound of an hour is not answered, and said once', async () => {
    const { answerer, heard } = echo()
    await using on = await openMailChannel(mail, { answerers: [answerer] })
    await on.pair()
    for (let index = 0; index < 33; index += 1) await on.write({ text: `wish ${index}` })
    await expect.poll(() => heard.length, { timeout: 30_000 }).toBe(30)
    await expect
      .poll(async () => (await on.answers()).filter((raw) => raw.includes('more than I answer in an hour')))
      .toHaveLength(1)
    expect(heard).toHaveLength(30)
  })

  test('a wrong password and a wrong encryption stop it with a sentence', async () => {
    await using on = await openMailChannel(mail, { answerers: [echo().answerer] })
    await expect.poll(() => on.channel().state).toBe('connected')
    on.stage.set('EMAIL_IMAP_PASSWORD', 'wrong')
    await expect
      .poll(on.channel)
      .toMatchObject({ state: 'stopped', message: expect.stringMatching(/EMAIL_IMAP_PASSWORD/) })
    on.stage.set('EMAIL_IMAP_PASSWORD', mail.settings['EMAIL_IMAP_PASSWORD'])
    await expect.poll(() => on.channel().state).toBe('connected')
    on.stage.set('EMAIL_IMAP_PORT', mail.dovecot.imapPort)
    await expect
      .poll(on.channel)
      .toMatchObject({ state: 'stopped', message: expect.stringMatching(/EMAIL_IMAP_SECURITY to starttls/) })
    on.stage.set('MAIL_CHANNEL_AUTHSERV_ID', null)
    await expect.poll(on.channel).toMatchObject({ state: 'off', missing: ['MAIL_CHANNEL_AUTHSERV_ID'] })
  })
})
