import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { downloadAttachment } from '../src/plugins/email/download-attachment.ts'
import { password, startDovecot } from '../test/dovecot.ts'
import { createTestCall, createTestFolders } from '../test/tool-call.ts'
import { join } from 'node:path'

/**
 * Saves an attachment of so many megabytes from a real server and watches the memory of this process, which does nothing
 * else: it may grow by some pieces of the attachment, not by the attachment.
 */
const megabytes = Number(process.argv[2] ?? '100')
const maxGrowth = 64 * 1024 * 1024

await using dovecot = await startDovecot()
await using folders = await createTestFolders()
const settings = {
  EMAIL_IMAP_HOST: 'localhost',
  EMAIL_IMAP_PORT: dovecot.imapsPort,
  EMAIL_IMAP_USER: 'ada',
  EMAIL_IMAP_PASSWORD: password,
  EMAIL_CA_FILE: dovecot.caFile,
}
const call = createTestCall({ ...folders, settings })
// Everything is loaded and the mailbox made before the first look at the memory.
await downloadAttachment.run({ email_id: '1' }, call).catch(() => undefined)
const sent = await writeLargeEmail(join(dovecot.maildir('ada'), 'new', 'large'))
globalThis.gc?.()
const before = process.memoryUsage.rss()
let most = before
const watch = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss())
}, 5)
const started = performance.now()
const { data } = await downloadAttachment.run({ email_id: '1' }, call)
clearInterval(watch)
const seconds = (performance.now() - started) / 1000
const hash = createHash('sha256')
for await (const bytes of createReadStream(data.paths[0]!)) hash.update(bytes as Buffer)
const growth = most - before
const isSame = hash.digest('hex') === sent
console.log(
  `${megabytes} MB saved ${isSame ? 'byte for byte' : 'WRONG'} in ${seconds.toFixed(1)} s; memory grew by ${inMegabytes(growth)} to ${inMegabytes(most)}.`,
)
if (!isSame || growth > maxGrowth) process.exitCode = 1

/** Straight into the mailbox on disk, because a sender would hold it in memory too. */
async function writeLargeEmail(path: string): Promise<string> {
  const hashed = createHash('sha256')
  await using file = await open(path, 'wx', 0o666)
  await file.write(
    [
      'From: bob@example.test',
      'Subject: Large',
      'MIME-Version: 1.0',
      'Content-Type: application/octet-stream',
      'Content-Disposition: attachment; filename="large.bin"',
      'Content-Transfer-Encoding: base64',
      '',
      '',
    ].join('\n'),
  )
  // 57 bytes are a line of base64.
  const piece = randomBytes(57 * 1024)
  const target = megabytes * 1024 * 1024
  for (let written = 0; written < target; written += piece.length) {
    piece.writeUInt32LE(written, 0)
    const part = piece.subarray(0, Math.min(piece.length, target - written))
    hashed.update(part)
    await file.write(part.toString('base64').replaceAll(/.{76}/g, '$&\n'))
  }
  await file.write('\n')
  return hashed.digest('hex')
}

function inMegabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}
