import { spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { downloadAttachment } from '../src/plugins/email/download-attachment.ts'
import { assertValid } from '../src/platform/validation/validation.ts'
import { startCutProxy } from './cut-proxy.ts'
import { hasDovecot } from './dovecot.ts'
import { filePart, messagePart, multipart, sampleMail, textPart, tnefBytes } from './mail-samples.ts'
import { startMail, type CallChanges, type MailStage } from './mail-stage.ts'
import { runPython } from './python.ts'
import { bytesOf, filesIn, hasRecordings } from './recordings.ts'

let mail: MailStage
let rounds = 0

beforeAll(async () => {
  if (hasDovecot) mail = await startMail()
})

afterAll(async () => {
  if (hasDovecot) await mail[Symbol.asyncDispose]()
})

/** Saves into a folder of its own. */
async function download(
  args: { email_id: string; filename?: string; save_dir?: string },
  changes?: CallChanges,
) {
  rounds += 1
  const call = mail.call(changes)
  const { message, data } = await downloadAttachment.run(
    { save_dir: join(mail.folders.home, `round-${rounds}`), ...args },
    call,
  )
  assertValid(data, { schema: downloadAttachment.data, part: 'result' })
  return { message, data, call }
}

const picture = Buffer.from('89504e470d0a1a0a00ff10', 'hex')

describe.skipIf(!hasDovecot)('attachments on a real server', () => {
  test('all attachments are saved byte for byte, with progress, and the email stays unread', async () => {
    const first = randomBytes(300_000)
    const parts = [
      textPart('See the files.'),
      filePart(first, { name: 'filename="data.bin"' }),
      filePart(Buffer.alloc(0), { name: 'filename="empty.txt"', type: 'text/plain' }),
    ]
    const id = await mail.append(sampleMail({ parts }))
    const { data, message, call } = await download({ email_id: id })
    expect(data.files.map(({ path }) => basename(path))).toEqual(['data.bin', 'empty.txt'])
    expect(await readFile(data.paths[0]!)).toEqual(first)
    expect(await readFile(data.paths[1]!)).toEqual(Buffer.alloc(0))
    expect(data).toMatchObject({
      email_id: id,
      folder: 'INBOX',
      subject: 'A sample',
      count: 2,
      bytes: 300_000,
    })
    expect(message).toContain('2 files')
    expect(call.progressed.at(-1)?.fraction).toBe(1)
    expect(await readdir(data.save_dir)).toHaveLength(2)
    const flags = await mail.as('ada', async (client) => {
      await client.mailboxOpen('INBOX')
      const email = await client.fetchOne('*', { flags: true })
      return email && email.flags?.has('\\Seen')
    })
    expect(flags).toBe(false)
  })

  test('texts are saved as they were sent: neither charset nor line ends nor wrapping changes', async () => {
    const latin = Buffer.from('caf\xe9 \r\nwith a line that flows \r\non\r\n', 'latin1')
    const flowed = 'text/plain; charset=iso-8859-1; format=flowed'
    const id = await mail.append(
      sampleMail({
        parts: [filePart(latin, { type: flowed, name: 'filename=a.txt', disposition: 'inline' })],
      }),
    )
    const { data } = await download({ email_id: id })
    expect(await readFile(data.paths[0]!)).toEqual(latin)
  })

  test('quoted-printable, uuencoded and plain parts are decoded', async () => {
    const headers = (encoding: string, name: string): string[] => [
      'Content-Type: application/octet-stream',
      `Content-Disposition: attachment; filename=${name}`,
      `Content-Transfer-Encoding: ${encoding}`,
    ]
    const parts = [
      { headers: headers('quoted-printable', 'q'), body: 'a=3Db=\r\nc =20\r\n=E2=82=AC' },
      { headers: headers('x-uuencode', 'u'), body: 'begin 644 u.txt\r\n#0V%T\r\n`\r\nend' },
      { headers: headers('7bit', 'p'), body: 'plain = text' },
    ]
    const { data } = await download({ email_id: await mail.append(sampleMail({ parts })) })
    const contents = await Promise.all(data.paths.map((path) => readFile(path, 'utf8')))
    expect(contents).toEqual(['a=bc  \r\n€', 'Cat', 'plain = text'])
  })

  test.each<[string, string, string]>([
    ['a path', 'filename="../../../etc/cron.d/evil"', 'evil'],
    ['an absolute path', 'filename="/etc/passwd"', 'passwd'],
    ['a Windows path', String.raw`filename="C:\\Windows\\system32\\evil.exe"`, 'evil.exe'],
    ['only dots', 'filename=".."', 'file'],
    ['a hidden file', 'filename=".bashrc"', 'bashrc'],
    ['a device of Windows', 'filename="CON.txt"', '_CON.txt'],
    ['an encoded path', `filename*=utf-8''..%2F..%2Fhome%2Fevil.sh`, 'evil.sh'],
    ['an encoded NUL and line break', `filename*=utf-8''a%00b%0D%0Ac.txt`, 'abc.txt'],
    ['a reversed ending', `filename*=utf-8''invoice%E2%80%AEfdp.exe`, 'invoicefdp.exe'],
    ['an encoded word', 'filename="=?utf-8?B?w6TDtsO8LnR4dA==?="', 'äöü.txt'],
    ['RFC 2231 in pieces', `filename*0*=utf-8''%E2%82%AC%20; filename*1="rates.csv"`, '€ rates.csv'],
    ['a very long name', `filename="${'n'.repeat(400)}.pdf"`, `${'n'.repeat(196)}.pdf`],
    ['a name on Content-Type only', 'x=y', 'by-type.pdf'],
  ])('%s as a name is made safe and stays in the folder', async (_, name, expected) => {
    const type = name === 'x=y' ? 'application/pdf; name="by-type.pdf"' : 'application/octet-stream'
    const id = await mail.append(sampleMail({ parts: [filePart(picture, { name, type })] }))
    const { data } = await download({ email_id: id })
    expect(basename(data.paths[0]!)).toBe(expected)
    expect(dirname(data.paths[0]!)).toBe(data.save_dir)
    expect(await readFile(data.paths[0]!)).toEqual(picture)
  })

  test('parts without a name get one by what they are, and inline pictures are saved too', async () => {
    const cid = ['Content-ID: <logo@example.test>']
    const related = multipart(
      [
        textPart('<img src="cid:logo@example.test">', 'html'),
        filePart(picture, { type: 'image/png', disposition: 'inline', headers: cid }),
      ],
      'related',
    )
    const parts = [related, filePart(picture, { type: 'application/pdf' }), filePart(picture)]
    const { data } = await download({ email_id: await mail.append(sampleMail({ parts })) })
    expect(data.files.map(({ path, inline }) => [basename(path), inline])).toEqual([
      ['image-1.png', true],
      ['attachment-2.pdf', false],
      ['attachment-3.bin', false],
    ])
  })

  test('an attached email is saved whole, and what is attached to it as well', async () => {
    const inner = sampleMail({
      subject: 'Inner/one',
      parts: [textPart('inner text'), filePart(picture, { name: 'filename="in.png"' })],
    })
    const single = 'Subject: Short\r\nContent-Type: application/pdf\r\n\r\nPDF'
    const parts = [textPart('outer text'), messagePart(inner), messagePart(single)]
    const { data } = await download({ email_id: await mail.append(sampleMail({ parts })) })
    expect(data.files.map(({ path, inside }) => [basename(path), inside])).toEqual([
      ['Inner_one.eml', null],
      ['in.png', 'Inner_one.eml'],
      ['Short.eml', null],
      ['attachment-4.pdf', 'Short.eml'],
    ])
    const contents = await Promise.all(data.paths.map((path) => readFile(path, 'latin1')))
    expect(contents[0]).toBe(inner)
    expect(contents[1]).toBe(picture.toString('latin1'))
    expect(contents.slice(2)).toEqual([single, 'PDF'])
  })

  test('the files in a winmail.dat are saved instead of it, also one of them alone', async () => {
    const files = [
      { name: 'REPORT~1.DOC', longName: '../Отчёт 2026.docx', content: randomBytes(5000) },
      { name: 'photo.jpg', content: picture },
    ]
    const packed = filePart(tnefBytes(files), { type: 'application/ms-tnef', name: 'filename="winmail.dat"' })
    const id = await mail.append(sampleMail({ parts: [textPart('x'), packed] }))
    const all = await download({ email_id: id })
    expect(all.data.files.map(({ path, inside }) => [basename(path), inside])).toEqual([
      ['Отчёт 2026.docx', 'winmail.dat'],
      ['photo.jpg', 'winmail.dat'],
    ])
    expect(await readFile(all.data.paths[0]!)).toEqual(files[0]!.content)
    const one = await download({ email_id: id, filename: 'Photo.JPG' })
    expect(await readdir(one.data.save_dir)).toEqual(['photo.jpg'])
    const whole = await download({ email_id: id, filename: 'winmail.dat' })
    expect(await readFile(whole.data.paths[0]!)).toEqual(tnefBytes(files))
    await expect(download({ email_id: id, filename: 'phto.jpg' })).rejects.toThrow(
      'Did you mean "photo.jpg"?',
    )
  })

  test('a file is found in the second of two winmail.dat', async () => {
    const packed = (name: string) =>
      filePart(tnefBytes([{ name, content: Buffer.from(name) }]), {
        type: 'application/ms-tnef',
        name: 'filename="winmail.dat"',
      })
    const parts = [textPart('x'), packed('first.txt'), packed('second.txt')]
    const id = await mail.append(sampleMail({ parts }))
    const { data } = await download({ email_id: id, filename: 'second.txt' })
    expect(await readFile(data.paths[0]!, 'utf8')).toBe('second.txt')
  })

  test('a winmail.dat that is none is saved as it is', async () => {
    const parts = [filePart(Buffer.from('not TNEF'), { name: 'filename="winmail.dat"' })]
    const { data } = await download({ email_id: await mail.append(sampleMail({ parts })) })
    expect(await readFile(data.paths[0]!, 'utf8')).toBe('not TNEF')
  })

  test('one attachment is saved by its name, and a near miss is suggested', async () => {
    const parts = [
      filePart(picture, { name: 'filename="invoice.pdf"' }),
      filePart(picture, { name: 'filename="photo.png"' }),
    ]
    const id = await mail.append(sampleMail({ parts }))
    const { data } = await download({ email_id: id, filename: 'INVOICE.pdf' })
    expect(data.files.map(({ filename }) => filename)).toEqual(['invoice.pdf'])
    await expect(download({ email_id: id, filename: 'invoce.pdf' })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/Did you mean "invoice.pdf"\? It has: invoice.pdf, photo.png\.$/),
    })
  })

  test('an email without attachments saves nothing and makes no folder', async () => {
    const id = await mail.append(sampleMail({ parts: [textPart('nothing here')] }))
    const { data, message } = await download({ email_id: id })
    expect(message).toBe('This email has no attachments.')
    expect(existsSync(data.save_dir)).toBe(false)
    await expect(download({ email_id: id, filename: 'x' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('nothing is overwritten: a name that is taken gets a number', async () => {
    const parts = [1, 2, 3].map(() => filePart(picture, { name: 'filename="a.tar.gz"' }))
    const id = await mail.append(sampleMail({ parts }))
    const folder = join(mail.folders.home, 'taken')
    await mkdir(folder)
    await writeFile(join(folder, 'a.tar.gz'), 'mine')
    await symlink('/nonexistent', join(folder, 'a.tar (2).gz'))
    await mkdir(join(folder, 'a.tar (3).gz'))
    const { data } = await download({ email_id: id, save_dir: folder })
    expect(data.paths.map((path) => basename(path))).toEqual(
      [4, 5, 6].map((number) => `a.tar (${number}).gz`),
    )
    expect(await readFile(join(folder, 'a.tar.gz'), 'utf8')).toBe('mine')
  })

  test('the folder is ~/Downloads unless another is named, and is made with those above it', async () => {
    const parts = [filePart(picture, { name: 'filename="p.png"' })]
    const id = await mail.append(sampleMail({ parts }))
    const { data } = await downloadAttachment.run({ email_id: id }, mail.call())
    expect(data.paths).toEqual([join(mail.folders.home, 'Downloads', 'p.png')])
    const deep = await download({ email_id: id, save_dir: '~/a/b/c' })
    expect(deep.data.paths).toEqual([join(mail.folders.home, 'a/b/c/p.png')])
  })

  test('a protected folder is asked about, the own data refused, and a name leads to no protected place', async () => {
    const id = await mail.append(sampleMail({ parts: [filePart(picture, { name: 'filename="bin"' })] }))
    const call = mail.call()
    const ask = (save_dir: string) => downloadAttachment.needsApproval!({ email_id: id, save_dir }, call)
    expect(await ask('~/.ssh')).toContain('SSH')
    expect(await ask('~/Downloads')).toBeUndefined()
    await expect(ask(mail.folders.dataFolder)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(download({ email_id: id, save_dir: mail.folders.dataFolder })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await expect(download({ email_id: id, save_dir: 'relative' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    // Programs in ~/bin run by their name, so not even a file may take that name.
    const { data } = await download({ email_id: id, save_dir: '~/' })
    expect(data.paths).toEqual([join(mail.folders.home, 'bin (2)')])
    await writeFile(join(mail.folders.home, 'a-file'), '')
    await expect(download({ email_id: id, save_dir: '~/a-file' })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a plain UID and a Message-ID name an email of the folder too', async () => {
    const parts = [filePart(picture, { name: 'filename="p.png"' })]
    const id = await mail.append(
      sampleMail({ parts, headers: ['X-Sample: yes'] }).replace(/<sample-\d+@/, '<by-message-id@'),
      'Archive',
    )
    const [, uid] = Buffer.from(id.slice(1), 'base64url').toString().split('.')
    const call = mail.call()
    const byUid = await downloadAttachment.run({ email_id: uid!, folder: 'archive' }, call)
    const byMessageId = await downloadAttachment.run(
      { email_id: '<by-message-id@example.test>', folder: 'Archive' },
      call,
    )
    expect([byUid.data.email_id, byMessageId.data.email_id]).toEqual([id, id])
  })

  test('an unknown id, an unknown folder and a renumbered folder are told apart', async () => {
    const parts = [filePart(picture, { name: 'filename="p.png"' })]
    await mail.as('ada', (client) => client.mailboxCreate('Fleeting'))
    const id = await mail.append(sampleMail({ parts }), 'Fleeting')
    const inFolder = (args: { email_id: string; folder?: string }) =>
      downloadAttachment.run({ ...args, save_dir: '~/never' }, mail.call())
    await expect(inFolder({ email_id: '999999' })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('No email with this id in "INBOX"'),
    })
    await expect(inFolder({ email_id: '1', folder: 'Archve' })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringMatching(/No folder "Archve". Did you mean "Archive"\? Folders: .*INBOX/),
    })
    await expect(inFolder({ email_id: 'what?' })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(inFolder({ email_id: '1', folder: 'a\r\nb' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await mail.as('ada', async (client) => {
      await client.mailboxDelete('Fleeting')
      await client.mailboxCreate('Fleeting')
    })
    await mail.append(sampleMail({ parts }), 'Fleeting')
    await expect(inFolder({ email_id: id })).rejects.toMatchObject({
      code: 'gone',
      message: expect.stringContaining('UIDVALIDITY'),
    })
    expect(existsSync(join(mail.folders.home, 'never'))).toBe(false)
  })

  test.each(['reset', 'silence'] as const)(
    'a connection that ends in %s in the middle leaves no file, no folder and a clear error',
    async (how) => {
      const parts = [
        filePart(randomBytes(50_000), { name: 'filename="small.bin"' }),
        filePart(randomBytes(3_000_000), { name: 'filename="large.bin"' }),
      ]
      const id = await mail.append(sampleMail({ parts }))
      const stopped = new AbortController()
      const onCut = (): void => {
        if (how === 'silence') stopped.abort(new Error('the person gave up'))
      }
      await using proxy = await startCutProxy(mail.dovecot.imapsPort, { after: 2_000_000, how, onCut })
      const folder = join(mail.folders.home, `cut-${how}`, 'deeper')
      const failing = download(
        { email_id: id, save_dir: folder },
        { settings: { EMAIL_IMAP_PORT: proxy.port }, signal: stopped.signal },
      )
      await expect(failing).rejects.toThrow(
        how === 'reset' ? 'Lost the connection to localhost. Try again.' : 'the person gave up',
      )
      expect(proxy.received()).toBeGreaterThan(1_500_000)
      expect(existsSync(dirname(folder))).toBe(false)
    },
  )

  test('a call that is cancelled while the server keeps silent ends at once', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const stopped = new AbortController()
    silent.once('connection', () => stopped.abort(new Error('enough')))
    const { port } = silent.address() as AddressInfo
    for (const security of ['tls', 'starttls', 'none']) {
      const settings = { EMAIL_IMAP_PORT: port, EMAIL_IMAP_SECURITY: security }
      await expect(download({ email_id: '1' }, { settings, signal: stopped.signal })).rejects.toThrow(
        'enough',
      )
    }
    silent.close()
  })

  test.skipIf(!hasRecordings)('every attachment of every recorded email is what Python reads', async () => {
    const emails = filesIn('mail').filter((name) => name.endsWith('.eml'))
    expect(emails.length).toBeGreaterThan(20)
    const oracle = await readFile('test/mail-oracle.py', 'utf8')
    const copy = join(mail.folders.home, 'copy.eml')
    for (const name of emails) {
      const raw = Buffer.from(bytesOf(name).toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1')
      const { data } = await download({ email_id: await mail.append(raw) })
      await writeFile(copy, raw)
      const python = await runPython(oracle, {
        args: ['test/mail-oracle.py', copy],
        python: '/usr/bin/python3',
      })
      const saved: string[] = []
      for (const { path, content_type: type, bytes } of data.files) {
        const content = await readFile(path)
        expect(content.length).toBe(bytes)
        expect(dirname(path)).toBe(data.save_dir)
        if (type.startsWith('message/')) expect(raw.includes(content), path).toBe(true)
        else if (bytes > 0) saved.push(createHash('sha256').update(content).digest('hex'))
      }
      expect([name, saved.toSorted()]).toEqual([name, JSON.parse(python)])
    }
  })

  test.skipIf(!hasRecordings)('every recorded TNEF holds what the program tnef unpacks', async () => {
    for (const name of filesIn('mail').filter((file) => file.endsWith('.tnef'))) {
      const parts = [filePart(bytesOf(name), { type: 'application/ms-tnef', name: 'filename=winmail.dat' })]
      const { data } = await download({ email_id: await mail.append(sampleMail({ parts })) })
      await using folder = await mkdtempDisposable(join(tmpdir(), 'tnef-'))
      spawnSync('tnef', ['--number-backups', '-C', folder.path], { input: bytesOf(name) })
      // The program leaves 16 bytes in front of embedded objects, which say of what kind they are.
      await Promise.all(
        (await readdir(folder.path)).map((file) => withoutObjectKind(join(folder.path, file))),
      )
      const expected = await contentsOf(folder.path)
      expect([name, await contentsOf(data.save_dir)]).toEqual([name, expected])
      expect(expected.length).toBeGreaterThan(0)
    }
  })

  test('a large attachment passes through little memory', async () => {
    const child = spawn(process.execPath, ['prove/mail-attachment.ts', '20'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (piece: string) => (output += piece))
    const [code] = (await once(child, 'close')) as [number]
    expect([code, output]).toEqual([0, expect.stringContaining('20 MB saved byte for byte')])
  })
})

async function withoutObjectKind(path: string): Promise<void> {
  const content = await readFile(path)
  const isCompoundFile = content.subarray(16, 20).toString('hex') === 'd0cf11e0'
  if (isCompoundFile) await writeFile(path, content.subarray(16))
}

async function contentsOf(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  const hashes = names.map(async (name) => {
    const path = join(folder, name)
    expect((await stat(path)).isFile()).toBe(true)
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
  })
  return (await Promise.all(hashes)).toSorted()
}
