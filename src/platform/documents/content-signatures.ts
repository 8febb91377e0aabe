interface Signature {
  readonly at: number
  readonly bytes: Buffer
  readonly mimeType: string
  /** With its article, for a sentence. */
  readonly words: string
}

export interface OfficeType {
  readonly mimeType: string
  readonly words: string
  /** The part that only this kind has, in lower case. */
  readonly part: string
}

const office = 'application/vnd.openxmlformats-officedocument'

export const officeTypes = {
  docx: {
    mimeType: `${office}.wordprocessingml.document`,
    words: 'a Word document',
    part: 'word/document.xml',
  },
  xlsx: { mimeType: `${office}.spreadsheetml.sheet`, words: 'an Excel workbook', part: 'xl/workbook.xml' },
  pptx: {
    mimeType: `${office}.presentationml.presentation`,
    words: 'a PowerPoint presentation',
    part: 'ppt/presentation.xml',
  },
} as const satisfies Readonly<Record<string, OfficeType>>

/** Kinds that begin with bytes of their own. */
export const binarySignatures: readonly Signature[] = [
  signature('255044462d', 'application/pdf', 'a PDF document'),
  signature('89504e470d0a1a0a', 'image/png', 'a PNG image'),
  signature('ffd8ff', 'image/jpeg', 'a JPEG image'),
  signature('47494638', 'image/gif', 'a GIF image'),
  { ...signature('57454250', 'image/webp', 'a WebP image'), at: 8 },
  signature('49492a00', 'image/tiff', 'a TIFF image'),
  signature('4d4d002a', 'image/tiff', 'a TIFF image'),
  signature('424d', 'image/bmp', 'a BMP image'),
  { ...signature('6674797068656963', 'image/heic', 'a HEIC image'), at: 4 },
  { ...signature('6674797061766966', 'image/avif', 'an AVIF image'), at: 4 },
  { ...signature('66747970', 'video/mp4', 'a video'), at: 4 },
  signature('504b0304', 'application/zip', 'a ZIP archive'),
  signature('504b0506', 'application/zip', 'an empty ZIP archive'),
  signature('1f8b', 'application/gzip', 'a gzip archive'),
  signature('425a68', 'application/x-bzip2', 'a bzip2 archive'),
  signature('fd377a585a00', 'application/x-xz', 'an xz archive'),
  signature('377abcaf271c', 'application/x-7z-compressed', 'a 7z archive'),
  signature('526172211a07', 'application/vnd.rar', 'a RAR archive'),
  signature(
    'd0cf11e0a1b11ae1',
    'application/x-ole-storage',
    'an Office document from before 2007 or with a password',
  ),
  signature('7b5c727466', 'application/rtf', 'an RTF document'),
  signature('53514c69746520666f726d6174203300', 'application/vnd.sqlite3', 'an SQLite database'),
  signature('7f454c46', 'application/x-elf', 'a program'),
  signature('4d5a', 'application/vnd.microsoft.portable-executable', 'a Windows program'),
  signature('cffaedfe', 'application/x-mach-binary', 'a program'),
  signature('494433', 'audio/mpeg', 'a sound file'),
  signature('664c6143', 'audio/flac', 'a sound file'),
  signature('4f676753', 'audio/ogg', 'a sound file'),
  { ...signature('57415645', 'audio/wav', 'a sound file'), at: 8 },
  signature('1a45dfa3', 'video/x-matroska', 'a video'),
]

export const textTypesByName: Readonly<Record<string, string>> = {
  '.md': 'text/markdown',
  '.markdown': 'text/markdown',
  '.csv': 'text/csv',
  '.tsv': 'text/tab-separated-values',
  '.json': 'application/json',
  '.xml': 'application/xml',
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.html': 'text/html',
  '.htm': 'text/html',
  '.eml': 'message/rfc822',
}

function signature(hex: string, mimeType: string, words: string): Signature {
  return { at: 0, bytes: Buffer.from(hex, 'hex'), mimeType, words }
}
