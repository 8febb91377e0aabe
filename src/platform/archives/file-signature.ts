import { AppError } from '../../contract/errors.ts'
import { damaged, passwordProtected, readAt, type ZipSource } from './zip-directory.ts'

const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const scannedBytes = 64 * 1024 * 1024
const chunkBytes = 1024 * 1024

/** Names of streams in a compound file (the format of Office before 2007, and of its password protection). */
const compoundStreams = [
  { stream: 'EncryptedPackage', refusal: passwordProtected },
  { stream: 'PowerPoint Document', refusal: (label: string) => oldFormat(label, 'PowerPoint', '.pptx') },
  { stream: 'WordDocument', refusal: (label: string) => oldFormat(label, 'Word', '.docx') },
  { stream: 'Workbook', refusal: (label: string) => oldFormat(label, 'Excel', '.xlsx') },
] as const

/** Throws a sentence that says what the file is when it is no zip file; `kind` is what it should be. */
export async function assertZip(source: ZipSource, kind: string): Promise<void> {
  if (source.bytes === 0)
    throw new AppError('invalid_request', `${source.label} is empty, so it is not ${kind}.`)
  const start = await readAt(source, { offset: 0, bytes: Math.min(8, source.bytes) })
  if (start.equals(compoundFile)) throw await compoundFileError(source, kind)
  if (start.subarray(0, 2).toString('latin1') !== 'PK') {
    throw new AppError('unsupported_media_type', `${source.label} is not ${kind}, despite its name.`)
  }
  if (source.bytes < 22) throw damaged(source.label)
}

async function compoundFileError(source: ZipSource, kind: string): Promise<AppError> {
  const found = new Set<string>()
  const names = compoundStreams.map(({ stream }) => ({ stream, bytes: Buffer.from(stream, 'utf16le') }))
  const overlap = 64
  for (let offset = 0; offset < Math.min(source.bytes, scannedBytes); offset += chunkBytes) {
    const bytes = Math.min(chunkBytes + overlap, source.bytes - offset)
    const chunk = await readAt(source, { offset, bytes })
    for (const name of names) if (chunk.includes(name.bytes)) found.add(name.stream)
  }
  const known = compoundStreams.find(({ stream }) => found.has(stream))
  if (known) return known.refusal(source.label)
  return new AppError('unsupported_media_type', `${source.label} is not ${kind}, despite its name.`)
}

function oldFormat(label: string, program: string, extension: string): AppError {
  return new AppError(
    'unsupported_media_type',
    `${label} uses the old ${program} format from before 2007. Save it as ${extension} and use that file.`,
  )
}
