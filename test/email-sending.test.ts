import { mkdir, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '../src/contract/errors.ts'
import { postMessage } from '../src/plugins/email/post-message.ts'
import { readEmails } from '../src/plugins/email/read-emails.ts'
import { replyEmail } from '../src/plugins/email/reply-email.ts'
import { sendEmail } from '../src/plugins/email/send-email.ts'
import { assertValid, checkFor } from '../src/platform/validation/validation.ts'
import { listenForMail } from './smtp-listener.ts'
import { hasDovecot, token } from './dovecot.ts'
import { sampleMail, textPart } from './mail-samples.ts'
import { maxMessageBytes, startMail, type CallChanges, type MailStage } from './mail-stage.ts'

let mail: MailStage

beforeAll(async () => {
  if (hasDovecot) mail = await startMail()
})

afterAll(async () => {
  if (hasDovecot) await mail[Symbol.asyncDispose]()
})

type SendArgs = Parameters<typeof sendEmail.run>[0]

async function send(args: Partial<SendArgs>, changes?: CallChanges) {
  const whole = { to: ['bob@example.test'], subject: 'Hello', body: 'Text', ...args }
  const { data, message } = await sendEmail.run(whole, mail.call(changes))
  assertValid(data, { schema: sendEmail.data, part: 'result' })
  return { ...data, message }
}

/** The newest email of a user, from the server, read by a parser that the tool does not use. */
async function newest(user: string, folder = 'INBOX') {
  const raw = await mail.as(user, async (client) => {
    await client.mailboxOpen(folder)
    const email = await client.fetchOne('*', { source: true })
    if (!email) throw new Error(`${folder} of ${user} is empty`)
    return email.source!
  })
  return { raw: raw.toString('latin1'), ...(await PostalMime.parse(raw)) }
}

async function countOf(user: string, folder: string): Promise<number> {
  const status = await mail.as(user, (client) => client.status(folder, { messages: true }))
  return status ? (status.messages ?? 0) : 0
}

describe.skipIf(!hasDovecot)('addresses with letters of every script', () => {
  /** A server on this machine that takes everything, and settings to send through it. */
  async function sendingThrough(options: { hideSMTPUTF8: boolean }) {
    const got: { to: readonly string[]; raw: string }[] = []
    const server = await listenForMail(
      ({ to, raw }) => Promise.resolve(void got.push({ to, raw: raw.toString('utf8') })),
      { ...options, authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'] },
    )
    const settings = {
      EMAIL_SMTP_HOST: '127.0.0.1',
      EMAIL_SMTP_PORT: server.port,
      EMAIL_SMTP_SECURITY: 'none',
      EMAIL_IMAP_USER: null,
      EMAIL_IMAP_HOST: null,
    }
    return { got, changes: { settings }, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
  }

  test('go out with SMTPUTF8, the domain in ASCII', async () => {
    await using through = await sendingThrough({ hideSMTPUTF8: false })
    const to = ['Jürgen <jürgen@bücher.example>', '用户@example.test']
    const sent = await send({ to }, through.changes)
    expect(sent.to).toEqual(['jürgen@xn--bcher-kva.example', '用户@example.test'])
    // The server reads the domain back.
    expect(through.got.map((one) => one.to)).toEqual([['jürgen@bücher.example', '用户@example.test']])
    expect(through.got[0]!.raw).toMatch(/^To: .*jürgen@/m)
  })

  test('are refused in a sentence where the server does not offer it, and nothing is sent', async () => {
    await using through = await sendingThrough({ hideSMTPUTF8: true })
    const sending = send({ to: ['bob@example.test', 'jürgen@example.test'] }, through.changes)
    await expect(sending).rejects.toThrow(
      /only takes addresses in plain Latin letters.*jürgen@example\.test\. Nothing was sent/,
    )
    expect(through.got).toEqual([])
  })

  test('hide nothing: what is not seen is no part of an address', async () => {
    for (const to of ['a\u200bda@example.test', 'ada@exam\u200bple.test'])
      await expect(send({ to: [to] })).rejects.toThrow(/is not an email address/)
  })
})

describe.skipIf(!hasDovecot)('sending through a real server', () => {
  test('an email with text, HTML, copies and files arrives, and a copy is kept', async () => {
    const path = join(mail.folders.home, 'Übersicht 2026.txt')
    await writeFile(path, 'numbers\n')
    const sent = await send({
      to: ['Bob Ünder <bob@example.test>'],
      cc: ['ada@example.test'],
      subject: 'Grüße – and more',
      body: 'Dear Bob\n',
      html: '<p>Dear <b>Bob</b></p>',
      attachments: [path],
    })
    const { raw, ...got } = await newest('bob')
    expect(got).toMatchObject({
      subject: 'Grüße – and more',
      from: { name: 'Ada Lovelace', address: 'ada@example.test' },
      to: [{ name: 'Bob Ünder', address: 'bob@example.test' }],
      cc: [{ address: 'ada@example.test' }],
      messageId: sent.message_id,
    })
    expect(got.text?.trim()).toBe('Dear Bob')
    expect(got.html).toContain('<b>Bob</b>')
    expect(got.attachments.map(({ filename }) => filename)).toEqual(['Übersicht 2026.txt'])
    expect(Buffer.from(got.attachments[0]!.content as ArrayBuffer).toString()).toBe('numbers\n')
    expect(raw).not.toMatch(/x-mailer/i)
    expect(sent).toMatchObject({ sent_folder: 'Sent', rejected: [], attachments: ['Übersicht 2026.txt'] })
    const copy = await newest('ada', 'Sent')
    expect(copy.messageId).toBe(sent.message_id)
    const { data } = await readEmails.run({ folder: 'sent', limit: 1 }, mail.call())
    expect(data.emails[0]).toMatchObject({ unread: false, subject: 'Grüße – and more' })
  })

  test('who gets a hidden copy stands in the own copy only', async () => {
    const sent = await send({ to: ['ada@example.test'], bcc: ['Bob <bob@example.test>'], subject: 'Hidden' })
    expect(sent.bcc).toEqual(['bob@example.test'])
    for (const user of ['ada', 'bob']) {
      const got = await newest(user)
      expect(got.subject).toBe('Hidden')
      expect(got.raw).not.toMatch(/^bcc:/im)
    }
    expect((await newest('ada', 'Sent')).bcc).toEqual([{ name: '', address: 'bob@example.test' }])
  })

  test('HTML alone is sent with a text for those who read without it', async () => {
    const { body: _, ...args }: SendArgs = {
      to: ['bob@example.test'],
      subject: 'Only HTML',
      body: '',
      html: '<p>One</p>',
    }
    await sendEmail.run(args, mail.call())
    expect((await newest('bob')).text?.trim()).toBe('One')
    const neither = { to: args.to, subject: args.subject }
    await expect(sendEmail.run(neither, mail.call())).rejects.toThrow('Set body or html')
  })

  test('the copy is made once, in the folder that is set, or not at all', async () => {
    await mail.as('ada', (client) => client.mailboxCreate('Outgoing'))
    expect((await send({}, { settings: { EMAIL_SENT_FOLDER: 'Outgoing' } })).sent_folder).toBe('Outgoing')
    expect(await countOf('ada', 'Outgoing')).toBe(1)
    const before = await countOf('ada', 'Sent')
    expect((await send({}, { settings: { EMAIL_SENT_COPY: false } })).sent_folder).toBeNull()
    expect(await countOf('ada', 'Sent')).toBe(before)
    // Without a mailbox there is nowhere to keep it; sending works all the same.
    const noMailbox = { EMAIL_IMAP_HOST: null, EMAIL_SMTP_USER: 'ada' }
    expect((await send({}, { settings: noMailbox })).sent_folder).toBeNull()
  })

  test('an email that went out is never told as failed because its copy failed', async () => {
    const sent = await send({ subject: 'No copy' }, { settings: { EMAIL_SENT_FOLDER: 'Nowhere' } })
    expect(sent.message).toMatch(
      /^Sent "No copy" to bob@example.test. It was sent, but no copy was saved: No /,
    )
    expect((await newest('bob')).subject).toBe('No copy')
  })

  test.each<[string, Partial<SendArgs>, string]>([
    ['no address', { to: ['not an address'] }, '"not an address" in to is not an email address'],
    ['no domain', { to: ['bob@'] }, '"bob@" in to'],
    ['two ats', { cc: ['a@b@c.test'] }, '"a@b@c.test" in cc'],
    ['a group', { bcc: ['friends: a@b.test, c@d.test;'] }, ' in bcc is not an email address'],
    ['a trick with quotes', { to: ['"bob@example.test x"@evil.test'] }, ' in to is not an email address'],
    ['nobody', { to: [] }, 'No recipients. Set to.'],
  ])('%s is refused by name and nothing is sent', async (_, args, sentence) => {
    const before = await countOf('bob', 'INBOX')
    await expect(send(args)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(sentence),
    })
    expect(await countOf('bob', 'INBOX')).toBe(before)
  })

  test('a line break in a subject or an address reaches no header', async () => {
    const attack = 'Hello\r\nBcc: bob@example.test'
    const check = checkFor(sendEmail.params, 'body')
    expect(check({ to: ['bob@example.test'], subject: attack, body: 'x' })).not.toEqual([])
    expect(check({ to: [`bob@example.test\r\nX-Evil: 1`], subject: 'x', body: 'x' })).not.toEqual([])
    // Behind the check of the arguments stands a second one.
    await send({
      to: ['ada@example.test'],
      subject: attack,
      body: 'x\r\n.\r\nMAIL FROM:<evil@example.test>\r\n',
    })
    const got = await newest('ada')
    expect(got.subject).toBe('Hello Bcc: bob@example.test')
    expect(got.bcc ?? []).toEqual([])
    expect(got.text).toContain('MAIL FROM:<evil@example.test>')
  })

  test('an address that the server refuses is told; when none is left it is an error', async () => {
    const sent = await send({ to: ['bob@example.test', 'nobody@example.test'], subject: 'Half' })
    expect(sent.rejected).toEqual([
      { address: 'nobody@example.test', reason: expect.stringContaining('550') },
    ])
    expect(sent.message).toMatch(
      /^Sent "Half" to bob@example\.test\. The server rejected nobody@example\.test\./,
    )
    await expect(send({ to: ['nobody@example.test'] })).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('No such mailbox here'),
    })
  })

  test('files that are missing, protected, folders or too large are refused', async () => {
    const { home, dataFolder } = mail.folders
    const call = mail.call()
    await mkdir(join(home, '.ssh'))
    await writeFile(join(home, '.ssh', 'id'), 'secret')
    const ask = (path: string) =>
      sendEmail.needsApproval!({ to: ['x@y.test'], subject: '', attachments: [path] }, call)
    expect(await ask('~/.ssh/id')).toContain('SSH')
    await expect(ask(join(dataFolder, 'secrets.json'))).rejects.toMatchObject({ code: 'forbidden' })
    await expect(send({ attachments: [join(dataFolder, 'x')] })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(send({ attachments: ['~/missing'] })).rejects.toMatchObject({ code: 'not_found' })
    await expect(send({ attachments: ['~/'] })).rejects.toMatchObject({ code: 'invalid_request' })
    await writeFile(join(home, 'large'), Buffer.alloc(26 * 1024 * 1024))
    await expect(send({ attachments: ['~/large'] })).rejects.toMatchObject({ code: 'too_large' })
    await writeFile(join(home, 'medium'), Buffer.alloc(maxMessageBytes))
    await expect(send({ attachments: ['~/medium'] })).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('localhost rejects an email of 6 MB'),
    })
  })

  test('a wrong password, a silent server and a missing account each say what to do', async () => {
    await expect(send({}, { settings: { EMAIL_SMTP_PASSWORD: 'wrong' } })).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining(
        'rejected the login of ada: check EMAIL_SMTP_USER and EMAIL_SMTP_PASSWORD',
      ),
    })
    await expect(send({}, { settings: { EMAIL_SMTP_PORT: 1 } })).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('on port 1 (ECONNREFUSED). Check EMAIL_SMTP_HOST'),
    })
    await expect(send({}, { settings: { EMAIL_SMTP_PORT: mail.dovecot.imapPort } })).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('EMAIL_SMTP_SECURITY'),
    })
    await expect(send({}, { settings: { EMAIL_CA_FILE: null } })).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('EMAIL_CA_FILE'),
    })
    await expect(send({}, { settings: { EMAIL_SMTP_HOST: null } })).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('Set EMAIL_SMTP_HOST'),
    })
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const stopped = new AbortController()
    silent.once('connection', () => stopped.abort(new Error('enough')))
    const { port } = silent.address() as AddressInfo
    const settings = { EMAIL_SMTP_PORT: port, EMAIL_SMTP_SECURITY: 'none' }
    await expect(send({}, { settings, signal: stopped.signal })).rejects.toThrow('enough')
    silent.close()
  })

  test('a connection that breaks during the handover says that it may have been sent', async () => {
    const rude = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write('220 rude\r\n')
      socket.on('data', (bytes) => {
        const line = bytes.toString()
        if (/^EHLO/i.test(line)) socket.write('250-rude\r\n250 AUTH PLAIN\r\n')
        else if (/^AUTH/i.test(line)) socket.write('235 yes\r\n')
        else if (/^DATA/i.test(line)) socket.write('354 go on\r\n')
        else if (/^(MAIL|RCPT)/i.test(line)) socket.write('250 yes\r\n')
        else socket.resetAndDestroy()
      })
    }).listen(0, '127.0.0.1')
    await once(rude, 'listening')
    const { port } = rude.address() as AddressInfo
    const settings = { EMAIL_SMTP_PORT: port, EMAIL_SMTP_SECURITY: 'none' }
    await expect(send({}, { settings })).rejects.toThrow('may or may not have been sent')
    rude.close()
  })

  test('a token takes the place of the password', async () => {
    const settings = { EMAIL_OAUTH_TOKEN: token, EMAIL_SENT_COPY: false }
    expect((await send({ subject: 'By token' }, { settings })).rejected).toEqual([])
    expect((await newest('bob')).subject).toBe('By token')
    const expired = { ...settings, EMAIL_OAUTH_TOKEN: 'expired-token' }
    await expect(send({}, { settings: expired })).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringMatching(/EMAIL_OAUTH_TOKEN may have expired/),
    })
  })

  test('each try of the same step carries the same Message-ID', async () => {
    const call = { ...mail.call(), idempotencyKey: 'run-1/step-2' }
    const args = { to: ['bob@example.test'], subject: 'Again', body: 'x' }
    const ids = [await sendEmail.run(args, call), await sendEmail.run(args, call)].map(
      ({ data }) => data.message_id,
    )
    expect(ids[0]).toBe(ids[1])
    // The own copy is recognised by it.
    const copies = await mail.as('ada', async (client) => {
      await client.mailboxOpen('Sent')
      return client.search({ header: { 'message-id': ids[0]! } })
    })
    expect(copies).toHaveLength(1)
  })
})

describe.skipIf(!hasDovecot)('answering on a real server', () => {
  const reply = async (args: Parameters<typeof replyEmail.run>[0]) => {
    const { data } = await replyEmail.run(args, mail.call())
    assertValid(data, { schema: replyEmail.data, part: 'result' })
    return data
  }

  test('an answer goes to the sender, quotes, joins the conversation and marks the original', async () => {
    const id = await mail.append(
      sampleMail({
        subject: 'Lunch?',
        headers: ['References: <one@example.test>', '\t<two@example.test>'],
        parts: [textPart('At noon?\r\n> or later')],
      }),
    )
    const data = await reply({ email_id: id, body: 'Yes!', html: '<p>Yes!</p>' })
    const got = await newest('bob')
    expect(got.subject).toBe('Re: Lunch?')
    expect(got.inReplyTo).toBe(data.in_reply_to)
    expect(got.references?.split(/\s+/)).toEqual([
      '<one@example.test>',
      '<two@example.test>',
      data.in_reply_to,
    ])
    expect(got.text?.replaceAll('\r\n', '\n')).toContain(
      'Yes!\n\nOn 2026-02-02 10:00 UTC, Bob wrote:\n> At noon?\n>> or later',
    )
    expect(got.html).toContain('<blockquote>At noon?<br>')
    const original = await readEmails.run({ email_id: id }, mail.call())
    expect(original.data.emails[0]).toMatchObject({ answered: true, unread: true })
  })

  test('an answer whose original cannot be marked says so, and not that its copy was lost', async () => {
    const recipient = { name: '', address: 'bob@example.test' }
    const letter = { to: [recipient], cc: [], bcc: [], subject: 'Marked', text: 'x', files: [] }
    const { message, data } = await postMessage(letter, mail.call(), () => {
      throw new AppError('not_found', 'The email was moved a moment ago.')
    })
    expect(message).toBe(
      'Sent "Marked" to bob@example.test. It was sent, but the original email wasn\'t marked as answered: The email was moved a moment ago.',
    )
    expect(data.sent_folder).toBe('Sent')
  })

  test('Reply-To is respected, "Re:" not doubled, and the quote left out when not wanted', async () => {
    const id = await mail.append(
      sampleMail({
        subject: 'RE: Lunch?',
        from: 'x@elsewhere.test',
        headers: ['Reply-To: bob@example.test', 'In-Reply-To: <parent@example.test>'],
        parts: [textPart('original words')],
      }),
    )
    const data = await reply({ email_id: id, body: 'No.', quote: false })
    const got = await newest('bob')
    expect(got.subject).toBe('RE: Lunch?')
    expect(got.text?.trim()).toBe('No.')
    expect(got.references?.split(/\s+/)).toEqual(['<parent@example.test>', data.in_reply_to])
  })

  test('an answer to all leaves out oneself and nobody else', async () => {
    const id = await mail.append(
      sampleMail({
        to: 'Ada <ADA@example.test>, bob@example.test',
        headers: ['Cc: bob@example.test, Not an address, Carla <carla@example.test>'],
        parts: [textPart('x')],
        from: 'bob@example.test',
      }),
    )
    const data = await reply({ email_id: id, body: 'All right', reply_all: true, cc: ['ada@example.test'] })
    expect(data).toMatchObject({ to: ['bob@example.test'], cc: ['carla@example.test', 'ada@example.test'] })
    expect(data.rejected.map(({ address }) => address)).toEqual(['carla@example.test'])
    const alone = await reply({ email_id: id, body: 'Only you' })
    expect(alone).toMatchObject({ to: ['bob@example.test'], cc: [] })
  })

  test('an answer to an own email goes to those it was sent to', async () => {
    const id = await mail.append(
      sampleMail({ from: 'ada@example.test', to: 'bob@example.test', parts: [textPart('x')] }),
      'Sent',
    )
    expect(await reply({ email_id: id, body: 'One more thing' })).toMatchObject({ to: ['bob@example.test'] })
  })

  test('what a stranger hid in a subject or a name becomes no header', async () => {
    const id = await mail.append(
      sampleMail({
        subject: '=?utf-8?Q?Hi=0D=0ABcc:_ada@example.test?=',
        from: '=?utf-8?Q?Bob=0D=0AX-Evil:_1?= <bob@example.test>',
        parts: [textPart('x')],
      }),
    )
    await reply({ email_id: id, body: 'x' })
    const { raw, bcc } = await newest('bob')
    expect(bcc ?? []).toEqual([])
    expect(raw).not.toMatch(/^(X-Evil|Bcc):/im)
  })

  test('an email without an address cannot be answered', async () => {
    const id = await mail.append('Subject: From nobody\r\n\r\nx')
    await expect(reply({ email_id: id, body: 'x' })).rejects.toThrow('names no address')
    await expect(reply({ email_id: id })).rejects.toThrow('Set body or html')
  })
})
