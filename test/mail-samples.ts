/** One part of an email with its headers, as it travels. */
export interface SamplePart {
  readonly headers: readonly string[]
  readonly body: string
}

export interface SampleMail {
  readonly subject?: string
  readonly from?: string
  readonly to?: string
  readonly headers?: readonly string[]
  readonly parts: readonly SamplePart[]
  readonly kind?: string
}

let boundaries = 0

/** An email of several parts, written out by hand so that no library smooths what is odd about it. */
export function sampleMail({ parts, kind = 'mixed', ...mail }: SampleMail): string {
  const { headers, body } = multipart(parts, kind)
  return [
    `From: ${mail.from ?? 'Bob <bob@example.test>'}`,
    `To: ${mail.to ?? 'Ada <ada@example.test>'}`,
    `Subject: ${mail.subject ?? 'A sample'}`,
    'Date: Mon, 02 Feb 2026 10:00:00 +0000',
    `Message-ID: <sample-${boundaries}@example.test>`,
    ...(mail.headers ?? []),
    'MIME-Version: 1.0',
    ...headers,
    '',
    body,
  ].join('\r\n')
}

export function multipart(parts: readonly SamplePart[], kind: string): SamplePart {
  boundaries += 1
  const boundary = `=_part_${boundaries}`
  const written = parts.map(({ headers, body }) => [`--${boundary}`, ...headers, '', body].join('\r\n'))
  return {
    headers: [`Content-Type: multipart/${kind}; boundary="${boundary}"`],
    body: [...written, `--${boundary}--`, ''].join('\r\n'),
  }
}

export function textPart(text: string, type = 'plain'): SamplePart {
  return {
    headers: [`Content-Type: text/${type}; charset=utf-8`, 'Content-Transfer-Encoding: 8bit'],
    body: text,
  }
}

/** A file; `name` is written into the header as it is, quotes and all. */
export function filePart(
  content: Buffer,
  { type = 'application/octet-stream', name, disposition = 'attachment', headers = [] }: FileOptions = {},
): SamplePart {
  return {
    headers: [
      `Content-Type: ${type}`,
      `Content-Disposition: ${disposition}${name === undefined ? '' : `; ${name}`}`,
      'Content-Transfer-Encoding: base64',
      ...headers,
    ],
    body: base64Lines(content),
  }
}

export interface FileOptions {
  readonly type?: string
  readonly name?: string
  readonly disposition?: string
  readonly headers?: readonly string[]
}

export function messagePart(raw: string, headers: readonly string[] = []): SamplePart {
  return { headers: ['Content-Type: message/rfc822', ...headers], body: raw }
}

export function base64Lines(content: Buffer): string {
  return content.toString('base64').replaceAll(/.{76}/g, '$&\r\n')
}

/** A winmail.dat with these files, as Outlook makes them, as far as attachments go. */
export function tnefBytes(files: readonly { name: string; content: Buffer; longName?: string }[]): Buffer {
  const parts: Buffer[] = [Buffer.from([0x78, 0x9f, 0x3e, 0x22, 0x01, 0x00])]
  parts.push(tnefAttribute(1, 0x00_06_90_07, Buffer.from([0xe4, 0x04, 0, 0, 0, 0, 0, 0])))
  for (const { name, content, longName } of files) {
    parts.push(tnefAttribute(2, 0x00_06_90_02, Buffer.alloc(14)))
    parts.push(tnefAttribute(2, 0x00_01_80_10, Buffer.from(`${name}\0`, 'latin1')))
    parts.push(tnefAttribute(2, 0x00_06_80_0f, content))
    if (longName !== undefined) parts.push(tnefAttribute(2, 0x00_06_90_05, longNameProperty(longName)))
  }
  return Buffer.concat(parts)
}

function tnefAttribute(level: number, id: number, content: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUInt8(level, 0)
  head.writeUInt32LE(id, 1)
  head.writeUInt32LE(content.length, 5)
  const checksum = Buffer.alloc(2)
  checksum.writeUInt16LE(content.reduce((sum, byte) => sum + byte, 0) & 0xff_ff)
  return Buffer.concat([head, content, checksum])
}

/** A number property first, so that a reader has to find its way past it. */
function longNameProperty(name: string): Buffer {
  const text = Buffer.from(`${name}\0`, 'utf16le')
  const head = Buffer.alloc(24)
  head.writeUInt32LE(2, 0)
  head.writeUInt32LE(0x37_05_00_03, 4)
  head.writeUInt32LE(1, 8)
  head.writeUInt32LE(0x37_07_00_1f, 12)
  head.writeUInt32LE(1, 16)
  head.writeUInt32LE(text.length, 20)
  return Buffer.concat([head, text, Buffer.alloc((4 - (text.length % 4)) % 4)])
}
