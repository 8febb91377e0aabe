import { createHash } from 'node:crypto'

export interface PdfOptions {
  readonly title?: string
  readonly author?: string
  /** Encrypts the file, so that it opens with this password only. */
  readonly password?: string
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const fileId = Buffer.from('0123456789abcdef0123456789abcdef', 'hex')

/** A PDF byte by byte: a page for each list of lines. Letters outside Latin-1 are not for this one. */
export function pdfBytes(pages: readonly (readonly string[])[], options: PdfOptions = {}): Buffer {
  const key = options.password === undefined ? undefined : encryptionOf(options.password)
  const pageIds = pages.map((_, index) => 5 + index * 2)
  const objects = new Map<number, Buffer>()
  const cipher = (id: number, bytes: Buffer): Buffer => (key ? rc4(objectKey(key.key, id), bytes) : bytes)
  const text = (id: number, value: string): string =>
    `<${cipher(id, Buffer.from(value, 'latin1')).toString('hex')}>`
  objects.set(1, Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'))
  objects.set(
    2,
    Buffer.from(
      `<< /Type /Pages /Count ${pages.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`,
    ),
  )
  objects.set(
    3,
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
  )
  objects.set(
    4,
    Buffer.from(
      `<< /Title ${text(4, options.title ?? '')} /Author ${text(4, options.author ?? '')} /CreationDate ${text(4, "D:20260302093000+01'00'")} >>`,
    ),
  )
  for (const [index, lines] of pages.entries()) {
    const id = pageIds[index]!
    const content = cipher(id + 1, Buffer.from(contentOf(lines), 'latin1'))
    objects.set(
      id,
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${id + 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      ),
    )
    objects.set(
      id + 1,
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    )
  }
  const encrypt =
    key &&
    `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${key.owner.toString('hex')}> /U <${key.user.toString('hex')}> /P -4 >>`
  return assembled(
    objects,
    `/Root 1 0 R /Info 4 0 R /ID [<${fileId.toString('hex')}> <${fileId.toString('hex')}>] ${encrypt ?? ''}`,
  )
}

function contentOf(lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`)
  return `BT /F1 12 Tf 14 TL 72 770 Td ${shown.join('\n')} ET`
}

function assembled(objects: ReadonlyMap<number, Buffer>, trailer: string): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n%\u{e2}\u{e3}\n', 'latin1')]
  let at = parts[0]!.length
  const offsets: string[] = []
  for (const [id, body] of [...objects].toSorted(([one], [other]) => one - other)) {
    const object = Buffer.concat([Buffer.from(`${id} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    offsets.push(`${String(at).padStart(10, '0')} 00000 n \n`)
    parts.push(object)
    at += object.length
  }
  const size = objects.size + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  parts.push(Buffer.from(`${table}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${at}\n%%EOF\n`))
  return Buffer.concat(parts)
}

/** The oldest encryption of the format (40 bits); every reader knows it. */
function encryptionOf(password: string): { key: Buffer; owner: Buffer; user: Buffer } {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), padding]).subarray(0, 32)
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(-4)
  const key = md5(Buffer.concat([padded, owner, permissions, fileId])).subarray(0, 5)
  return { key, owner, user: rc4(key, padding) }
}

function objectKey(key: Buffer, id: number): Buffer {
  return md5(Buffer.concat([key, Buffer.from([id & 255, (id >> 8) & 255, 0, 0, 0])])).subarray(0, 10)
}

function md5(bytes: Buffer): Buffer {
  return createHash('md5').update(bytes).digest()
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const swap = (one: number, other: number): void => {
    const kept = state[one]!
    state[one] = state[other]!
    state[other] = kept
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    swap(i, j)
  }
  let i = 0
  let j = 0
  return Buffer.from(
    bytes.map((byte) => {
      i = (i + 1) & 255
      j = (j + state[i]!) & 255
      swap(i, j)
      return byte ^ state[(state[i]! + state[j]!) & 255]!
    }),
  )
}
