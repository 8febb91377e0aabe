import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { listFolders } from '../src/plugins/email/list-folders.ts'
import { markEmail } from '../src/plugins/email/mark-email.ts'
import { moveEmail } from '../src/plugins/email/move-email.ts'
import { readEmails } from '../src/plugins/email/read-emails.ts'
import { searchEmails } from '../src/plugins/email/search-emails.ts'
import { assertValid } from '../src/platform/validation/validation.ts'
import { hasDovecot, token } from './dovecot.ts'
import { filePart, multipart, sampleMail, textPart } from './mail-samples.ts'
import { startMail, type CallChanges, type MailStage } from './mail-stage.ts'
import { bytesOf, filesIn, hasRecordings } from './recordings.ts'

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 240_000 })

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
  })
})

async function read(args: Parameters<typeof readEmails.run>[0] = {}, changes?: CallChanges) {
  const { data } = await readEmails.run(args, mail.call(changes))
  assertValid(data, { schema: readEmails.data, part: 'result' })
  return data
}

async function search(args: Parameters<typeof searchEmails.run>[0]): Promise<string[]> {
  const { data } = await searchEmails.run(args, mail.call())
  assertValid(data, { schema: searchEmails.data, part: 'result' })
  return data.emails.map(({ subject }) => subject)
}

describe.skipIf(!hasDovecot)('mail on a real server', () => {
  test('the newest emails come first, with who, what and which files, and stay unread', async () => {
    await mail.append(sampleMail({ subject: 'First', parts: [textPart('one')] }))
    const parts = [
      textPart('Grüße, €'),
      filePart(Buffer.alloc(570), { name: 'filename="a.pdf"', type: 'application/pdf' }),
    ]
    const id = await mail.append(
      sampleMail({
        subject: '=?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
        headers: ['Cc: Carla <carla@example.test>'],
        parts,
      }),
    )
    const data = await read()
    expect(data).toMatchObject({ folder: 'INBOX', total: 2 })
    expect(data.emails.map(({ subject }) => subject)).toEqual(['Grüße', 'First'])
    expect(data.emails[0]).toMatchObject({
      email_id: id,
      from: [{ name: 'Bob', address: 'bob@example.test' }],
      to: [{ name: 'Ada', address: 'ada@example.test' }],
      cc: [{ name: 'Carla', address: 'carla@example.test' }],
      date: '2026-02-02T10:00:00.000Z',
      text: 'Grüße, €',
      text_truncated: false,
      unread: true,
      attachments: [
        { filename: 'a.pdf', content_type: 'application/pdf', size: 570, inline: false, inside: null },
      ],
    })
    expect((await read()).emails.every(({ unread }) => unread)).toBe(true)
  })

  test('an id means the same email on a later connection, and pages go on where the last ended', async () => {
    for (const subject of ['a', 'b', 'c', 'd', 'e']) {
      await mail.append(sampleMail({ subject, parts: [textPart(subject)] }))
    }
    const first = await read({ limit: 2 })
    expect(first.emails.map(({ subject }) => subject)).toEqual(['e', 'd'])
    expect(first.next_offset).toBe(2)
    const rest = await read({ limit: 5, offset: 2 })
    expect(rest.emails.map(({ subject }) => subject)).toEqual(['c', 'b', 'a'])
    expect(rest).not.toHaveProperty('next_offset')
    expect((await read({ offset: 99 })).emails).toEqual([])
    const again = await read({ email_id: first.emails[1]!.email_id })
    expect(again.emails.map(({ subject }) => subject)).toEqual(['d'])
    expect(first.emails[0]!.email_id).toMatch(/^[\w-]+$/)
  })

  test('a text without a subtype is text, and a sender without an address has none', async () => {
    const raw = ['From: undisclosed', 'To: ada@example.test', 'Subject: bare', 'Content-Type: text', '', 'Hi']
    await mail.append(Buffer.from(raw.join('\r\n')))
    const [email] = (await read()).emails
    expect(email).toMatchObject({ subject: 'bare', text: 'Hi', attachments: [] })
    expect(email!.from.map(({ address }) => address).join()).toBe('')
  })

  test('days are those of the server, or those in the emails; only what has attachments is counted', async () => {
    const file = filePart(Buffer.alloc(10), { name: 'filename="a.pdf"', type: 'application/pdf' })
    await mail.append(sampleMail({ subject: 'with', parts: [textPart('x'), file] }))
    await mail.append(sampleMail({ subject: 'bare', parts: [textPart('x')] }))
    const days = { since: '2026-02-02', before: '2026-02-03' }
    expect(await search({ ...days, date: 'written' })).toEqual(['bare', 'with'])
    expect(await search(days)).toEqual([])
    const { message } = await searchEmails.run({ has_attachment: true }, mail.call())
    expect(message).toBe('1 email with attachments found in INBOX, out of 2 that match otherwise.')
  })

  test('only unread ones are read when asked', async () => {
    await mail.append(sampleMail({ subject: 'old', parts: [textPart('x')] }))
    const [old] = (await read()).emails
    await markEmail.run({ email_id: old!.email_id, as: 'read' }, mail.call())
    await mail.append(sampleMail({ subject: 'new', parts: [textPart('x')] }))
    expect((await read({ unread_only: true })).emails.map(({ subject }) => subject)).toEqual(['new'])
  })

  test('HTML is read as text, the plain form is preferred, and an empty one is not', async () => {
    const html = textPart(
      '<p>Hello <b>you</b></p><script>steal()</script><img src="http://tracker.test/x.png">',
      'html',
    )
    await mail.append(sampleMail({ subject: 'html', parts: [html] }))
    await mail.append(sampleMail({ subject: 'both', kind: 'alternative', parts: [textPart('plain'), html] }))
    await mail.append(sampleMail({ subject: 'empty', kind: 'alternative', parts: [textPart(' \r\n'), html] }))
    const footer = [
      multipart([textPart('<i>rich</i>', 'html')], 'alternative'),
      textPart('-- \r\nlist footer'),
    ]
    await mail.append(sampleMail({ subject: 'footer', parts: footer }))
    const texts = Object.fromEntries((await read()).emails.map(({ subject, text }) => [subject, text]))
    expect(texts).toEqual({
      html: 'Hello **you**',
      both: 'plain',
      empty: 'Hello **you**',
      footer: '*rich*\n\n-- \nlist footer',
    })
  })

  test('long texts are cut, flowing lines joined, and huge ones not fetched whole', async () => {
    const flowed = {
      headers: ['Content-Type: text/plain; format=flowed'],
      body: 'one \r\ntwo\r\n> three \r\n> four',
    }
    await mail.append(sampleMail({ subject: 'flowed', parts: [flowed] }))
    await mail.append(sampleMail({ subject: 'long', parts: [textPart('word '.repeat(300_000))] }))
    const [long, joined] = (await read({ max_characters: 100 })).emails
    expect(joined?.text).toBe('one two\n> three four')
    expect(long).toMatchObject({ text: 'word '.repeat(20), text_truncated: true })
    const [whole] = (await read({ max_characters: 200_000 })).emails
    expect(whole?.text).toHaveLength(200_000)
    const [none] = (await read({ max_characters: 0 })).emails
    expect(none).toMatchObject({ text: '', text_truncated: true })
  })

  test('emails are found by sender, recipient, subject, words, day, flags and attachments', async () => {
    const file = filePart(Buffer.from('x'), { name: 'filename="x.txt"' })
    const logo = filePart(Buffer.from('x'), {
      type: 'image/png',
      disposition: 'inline',
      headers: ['Content-ID: <a@b>'],
    })
    const add = (subject: string, more: Partial<Parameters<typeof sampleMail>[0]> = {}) =>
      mail.append(sampleMail({ subject, parts: [textPart('body')], ...more }))
    await add('from anna', { from: 'Anna <anna@example.test>' })
    await add('copy', { headers: ['Cc: carla@example.test'] })
    await add('with file', { parts: [textPart('body'), file] })
    await add('with logo', { parts: [textPart('body'), logo] })
    const words = await add('words', { parts: [textPart('Die Straße nach Köln')] })
    await markEmail.run({ email_id: words, as: 'flagged' }, mail.call())
    expect(await search({ from: 'ANNA' })).toEqual(['from anna'])
    expect(await search({ to: 'carla@' })).toEqual(['copy'])
    expect(await search({ subject: 'WITH' })).toEqual(['with logo', 'with file'])
    expect(await search({ query: 'straße' })).toEqual(['words'])
    expect(await search({ flagged: true })).toEqual(['words'])
    expect(await search({ has_attachment: true })).toEqual(['with file'])
    expect(await search({ has_attachment: false, subject: 'with' })).toEqual(['with logo'])
    expect(await search({ unread: false })).toEqual([])
    expect(await search({ since: '2020-01-01', limit: 2 })).toHaveLength(2)
    expect(await search({ before: '2020-01-01' })).toEqual([])
    expect(await search({ query: 'x" OR ALL "' })).toEqual([])
    await expect(search({ since: '2026-13-45' })).rejects.toMatchObject({ code: 'invalid_request' })
  })

  test('folders are listed with their purpose and how much is in them', async () => {
    await mail.append(sampleMail({ parts: [textPart('x')] }))
    const { data } = await listFolders.run({}, mail.call())
    assertValid(data, { schema: listFolders.data, part: 'result' })
    expect(data.folders).toContainEqual({
      folder: 'INBOX',
      name: 'INBOX',
      purpose: 'inbox',
      emails: 1,
      unread: 1,
    })
    expect(data.folders).toContainEqual(expect.objectContaining({ folder: 'Sent', purpose: 'sent' }))
  })

  test('an email is marked and unmarked', async () => {
    const id = await mail.append(sampleMail({ parts: [textPart('x')] }))
    const mark = async (as: (typeof markEmail.example.args)['as']) =>
      (await markEmail.run({ email_id: id, as }, mail.call())).data
    expect(await mark('read')).toMatchObject({ unread: false, flagged: false, answered: false })
    expect(await mark('flagged')).toMatchObject({ unread: false, flagged: true })
    expect(await mark('answered')).toMatchObject({ answered: true })
    expect(await mark('unflagged')).toMatchObject({ flagged: false })
    expect(await mark('unanswered')).toMatchObject({ answered: false })
    expect(await mark('unread')).toMatchObject({ email_id: id, unread: true })
  })

  test('an email is moved by the name that everybody uses, and has a new id there', async () => {
    const id = await mail.append(sampleMail({ subject: 'to move', parts: [textPart('x')] }))
    const move = (args: { email_id: string; to_folder: string; create_folder?: boolean }) =>
      moveEmail.run(args, mail.call())
    const { data } = await move({ email_id: id, to_folder: 'deleted items' })
    expect(data).toMatchObject({ folder: 'Trash', from_folder: 'INBOX', created_folder: false })
    expect((await read({ email_id: data.email_id! })).emails[0]?.subject).toBe('to move')
    await expect(read({ email_id: id })).rejects.toMatchObject({ code: 'not_found' })
    await expect(move({ email_id: data.email_id!, to_folder: 'Trash' })).rejects.toMatchObject({
      code: 'conflict',
    })
    const nowhere = { email_id: data.email_id!, to_folder: 'Reisen/2026 – Süd' }
    await expect(move(nowhere)).rejects.toMatchObject({ code: 'not_found' })
    const made = await move({ ...nowhere, create_folder: true })
    expect(made.data).toMatchObject({ folder: 'Reisen/2026 – Süd', created_folder: true })
    expect((await read({ folder: 'Reisen/2026 – Süd' })).emails).toHaveLength(1)
  })

  test('a wrong password, a wrong address and a distrusted certificate each say what to do', async () => {
    await expect(read({}, { settings: { EMAIL_IMAP_PASSWORD: 'wrong' } })).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringMatching(
        /rejected the login of ada: check EMAIL_IMAP_USER and EMAIL_IMAP_PASSWORD/,
      ),
    })
    await expect(read({}, { settings: { EMAIL_IMAP_PORT: 1 } })).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringContaining('on port 1 (ECONNREFUSED). Check EMAIL_IMAP_HOST'),
    })
    await expect(read({}, { settings: { EMAIL_IMAP_HOST: 'no-such-host.invalid' } })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    await expect(read({}, { settings: { EMAIL_CA_FILE: null } })).rejects.toMatchObject({
      code: 'upstream_failed',
      message: expect.stringMatching(/Untrusted certificate .* EMAIL_CA_FILE/),
    })
    await expect(read({}, { settings: { EMAIL_CA_FILE: '/nonexistent.pem' } })).rejects.toMatchObject({
      code: 'not_configured',
    })
  })

  test('STARTTLS is demanded where it is set, and no encryption only on this machine', async () => {
    const port = mail.dovecot.imapPort
    const started = { EMAIL_IMAP_PORT: port, EMAIL_IMAP_SECURITY: 'starttls' }
    expect((await read({}, { settings: started })).total).toBe(0)
    await expect(read({}, { settings: { ...started, EMAIL_CA_FILE: null } })).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    const open = { EMAIL_IMAP_PORT: port, EMAIL_IMAP_SECURITY: 'none' }
    expect((await read({}, { settings: open })).total).toBe(0)
    await expect(
      read({}, { settings: { ...open, EMAIL_IMAP_HOST: 'mail.example.test' } }),
    ).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('EMAIL_IMAP_SECURITY'),
    })
    await expect(read({}, { settings: { EMAIL_IMAP_PORT: port } })).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringMatching(/doesn't speak TLS from the start.*EMAIL_IMAP_SECURITY to starttls/),
    })
  })

  test('a token takes the place of the password, and an expired one is told', async () => {
    await mail.append(sampleMail({ parts: [textPart('x')] }))
    const settings = { EMAIL_IMAP_PASSWORD: null, EMAIL_OAUTH_TOKEN: token }
    expect((await read({}, { settings })).total).toBe(1)
    const expired = { ...settings, EMAIL_OAUTH_TOKEN: 'expired' }
    await expect(read({}, { settings: expired })).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('the token in EMAIL_OAUTH_TOKEN may have expired'),
    })
  })

  test('a secret never stands in an error', async () => {
    const settings = { EMAIL_IMAP_PASSWORD: 'hunter2-canary', EMAIL_OAUTH_TOKEN: null }
    const error: unknown = await read({}, { settings }).catch((thrown: unknown) => thrown)
    expect(String(error)).not.toContain('hunter2-canary')
    const token = { EMAIL_OAUTH_TOKEN: 'token-canary' }
    await expect(read({}, { settings: token })).rejects.toMatchObject({
      message: expect.not.stringContaining('token-canary'),
    })
  })

  test.skipIf(!hasRecordings)('every recorded email is read', async () => {
    const names = filesIn('mail').filter((name) => name.endsWith('.eml'))
    for (const name of names) await mail.append(bytesOf(name))
    const { emails } = await read({ limit: 50 })
    expect(emails).toHaveLength(names.length)
    // The charsets of Shift_JIS and KOI8-R emails among them were understood.
    const texts = emails.map(({ text }) => text).join('\n')
    expect(texts).toMatch(/\p{Script=Hiragana}{5}/u)
    expect(texts).toMatch(/\p{Script=Cyrillic}{5}/u)
    expect(texts).not.toContain('\u{fffd}')
  })
})
