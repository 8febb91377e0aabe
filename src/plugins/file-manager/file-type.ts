import { extensionOf } from './search/file-categories.ts'

export interface FileType {
  readonly media_type: string
  /** In words, with its article: "a PNG image". */
  readonly words: string
  /** A tool that reads it. */
  readonly reader?: string
}

/** Enough of a file to tell its type; a tar archive says so at byte 257. */
export const sniffedBytes = 4096

/** The type that the first bytes of a file show; undefined when they show none, which is so for text. */
export function signatureType(start: Buffer, path: string): FileType | undefined {
  if (start.length === 0) return undefined
  const found = signatures.find(({ at = 0, bytes }) => start.subarray(at, at + bytes.length).equals(bytes))
  if (!found) return isVideoContainer(start) ? containerType(start) : undefined
  return found.variants?.[extensionOf(path)] ?? found.type
}

/** Text has no NUL and few other controls. UTF-16 is asked about before. */
export function looksBinary(start: Buffer): boolean {
  let odd = 0
  for (const byte of start) {
    if (byte === 0) return true
    if (byte < 32 && !textControls.has(byte)) odd += 1
  }
  return odd > start.length / 20
}

export const unknownBinary: FileType = { media_type: 'application/octet-stream', words: 'a binary file' }

export function textType(path: string): FileType {
  return textTypes[extensionOf(path)] ?? { media_type: 'text/plain', words: 'a text file' }
}

interface Signature {
  readonly at?: number
  readonly bytes: Buffer
  readonly type: FileType
  /** Formats that share a signature are told apart by the name. */
  readonly variants?: Readonly<Record<string, FileType>>
}

/** Tab, line feed, form feed, carriage return, backspace, escape. */
const textControls = new Set([9, 10, 12, 13, 8, 27])

const zipVariants: Readonly<Record<string, FileType>> = {
  docx: office('wordprocessingml.document', 'a Word document', 'READ_DOCX'),
  xlsx: office('spreadsheetml.sheet', 'an Excel workbook', 'READ_XLSX'),
  pptx: office('presentationml.presentation', 'a PowerPoint presentation', 'READ_PPTX'),
  odt: type('application/vnd.oasis.opendocument.text', 'an OpenDocument text'),
  ods: type('application/vnd.oasis.opendocument.spreadsheet', 'an OpenDocument spreadsheet'),
  odp: type('application/vnd.oasis.opendocument.presentation', 'an OpenDocument presentation'),
  epub: type('application/epub+zip', 'an EPUB book'),
  jar: type('application/java-archive', 'a Java archive'),
}

const signatures: readonly Signature[] = [
  signature('89504e470d0a1a0a', 'image/png', 'a PNG image'),
  signature('ffd8ff', 'image/jpeg', 'a JPEG image'),
  signature('47494638', 'image/gif', 'a GIF image'),
  { at: 8, ...signature('57454250', 'image/webp', 'a WebP image') },
  { at: 8, ...signature('57415645', 'audio/wav', 'a WAV sound') },
  { at: 8, ...signature('41564920', 'video/x-msvideo', 'an AVI video') },
  signature('49492a00', 'image/tiff', 'a TIFF image'),
  signature('4d4d002a', 'image/tiff', 'a TIFF image'),
  signature('38425053', 'image/vnd.adobe.photoshop', 'a Photoshop image'),
  signature('00000100', 'image/vnd.microsoft.icon', 'an icon'),
  {
    bytes: Buffer.from('%PDF-'),
    type: { media_type: 'application/pdf', words: 'a PDF document', reader: 'READ_PDF' },
  },
  { ...signature('504b0304', 'application/zip', 'a ZIP archive'), variants: zipVariants },
  { ...signature('504b0506', 'application/zip', 'an empty ZIP archive') },
  signature('1f8b', 'application/gzip', 'a gzip file'),
  signature('425a68', 'application/x-bzip2', 'a bzip2 file'),
  signature('fd377a585a00', 'application/x-xz', 'an xz file'),
  signature('28b52ffd', 'application/zstd', 'a Zstandard file'),
  signature('377abcaf271c', 'application/x-7z-compressed', 'a 7z archive'),
  signature('526172211a07', 'application/vnd.rar', 'a RAR archive'),
  { at: 257, bytes: Buffer.from('ustar'), type: type('application/x-tar', 'a tar archive') },
  { bytes: Buffer.from('SQLite format 3\0'), type: type('application/vnd.sqlite3', 'an SQLite database') },
  {
    ...signature('d0cf11e0a1b11ae1', 'application/x-ole-storage', 'an old Office document'),
    variants: {
      doc: type('application/msword', 'an old Word document'),
      xls: type('application/vnd.ms-excel', 'an old Excel workbook'),
      ppt: type('application/vnd.ms-powerpoint', 'an old PowerPoint presentation'),
      msg: type('application/vnd.ms-outlook', 'an Outlook message'),
    },
  },
  signature('7f454c46', 'application/x-elf', 'a Linux program'),
  signature('cffaedfe', 'application/x-mach-binary', 'a macOS program'),
  signature('cafebabe', 'application/x-mach-binary', 'a macOS program or Java class'),
  signature('0061736d', 'application/wasm', 'a WebAssembly module'),
  signature('494433', 'audio/mpeg', 'an MP3 sound'),
  signature('fffb', 'audio/mpeg', 'an MP3 sound'),
  signature('664c6143', 'audio/flac', 'a FLAC sound'),
  signature('4f676753', 'audio/ogg', 'an Ogg sound or video'),
  signature('4d546864', 'audio/midi', 'a MIDI file'),
  signature('1a45dfa3', 'video/x-matroska', 'a Matroska or WebM video'),
  signature('774f4646', 'font/woff', 'a font'),
  signature('774f4632', 'font/woff2', 'a font'),
  signature('0001000000', 'font/ttf', 'a font'),
  signature('4f54544f', 'font/otf', 'a font'),
]

const textTypes: Readonly<Record<string, FileType>> = {
  css: type('text/css', 'a style sheet'),
  csv: type('text/csv', 'a CSV table'),
  eml: type('message/rfc822', 'a mail message'),
  htm: type('text/html', 'a web page'),
  html: type('text/html', 'a web page'),
  ics: type('text/calendar', 'a calendar file'),
  js: type('text/javascript', 'JavaScript code'),
  json: type('application/json', 'a JSON file'),
  md: type('text/markdown', 'a Markdown text'),
  mjs: type('text/javascript', 'JavaScript code'),
  py: type('text/x-python', 'Python code'),
  rtf: type('application/rtf', 'an RTF document'),
  sh: type('text/x-shellscript', 'a shell script'),
  svg: type('image/svg+xml', 'an SVG image'),
  toml: type('application/toml', 'a TOML file'),
  ts: type('text/x-typescript', 'TypeScript code'),
  tsv: type('text/tab-separated-values', 'a TSV table'),
  vcf: type('text/vcard', 'a contact card'),
  xml: type('application/xml', 'an XML file'),
  yaml: type('application/yaml', 'a YAML file'),
  yml: type('application/yaml', 'a YAML file'),
}

function type(mediaType: string, words: string): FileType {
  return { media_type: mediaType, words }
}

function office(kind: string, words: string, reader: string): FileType {
  return { media_type: `application/vnd.openxmlformats-officedocument.${kind}`, words, reader }
}

function signature(hex: string, mediaType: string, words: string): Signature {
  return { bytes: Buffer.from(hex, 'hex'), type: type(mediaType, words) }
}

/** MP4 and its relatives: a box named `ftyp` comes first, and says which relative. */
function isVideoContainer(start: Buffer): boolean {
  return start.subarray(4, 8).toString('latin1') === 'ftyp'
}

function containerType(start: Buffer): FileType {
  const brand = start.subarray(8, 12).toString('latin1')
  if (/^(heic|heix|mif1|msf1)/.test(brand)) return type('image/heic', 'a HEIC image')
  if (brand.startsWith('avif')) return type('image/avif', 'an AVIF image')
  if (brand.startsWith('M4A')) return type('audio/mp4', 'an M4A sound')
  if (brand.startsWith('qt')) return type('video/quicktime', 'a QuickTime video')
  return type('video/mp4', 'an MP4 video')
}
