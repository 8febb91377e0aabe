import { posix } from 'node:path'
import { AppError } from '../../../contract/errors.ts'
import { builtInKind, formatKind, type FormatKind } from './number-format-kind.ts'
import { attribute, decodeEntities, prefixedAttribute, type XmlHandler } from './xml-scanner.ts'
import { scanPart } from './scan-part.ts'
import type { ZipParts } from '../zip-parts.ts'

const MiB = 1024 * 1024
const maxMetadata = 32 * MiB
const maxSharedStrings = 512 * MiB
const maxSharedCharacters = 256 * MiB

export interface PackageSheet {
  readonly name: string
  readonly part: string
  /** The last word of the relationship's type: `worksheet`, `chartsheet`. */
  readonly kind: string
  readonly hidden: boolean
}

export interface WorkbookFacts {
  readonly part: string
  readonly sheets: readonly PackageSheet[]
  readonly epoch: 1900 | 1904
  readonly names: readonly { readonly name: string; readonly refers_to: string; readonly hidden: boolean }[]
  readonly stylesPart: string | undefined
  readonly stringsPart: string | undefined
}

export interface PartRelationship {
  readonly id: string
  readonly kind: string
  readonly target: string
}

export async function readWorkbookFacts(parts: ZipParts): Promise<WorkbookFacts> {
  const part = (await relationshipsOf(parts, '')).find(({ kind }) => kind === 'officeDocument')?.target
  if (part === undefined || !parts.has(part)) throw notAWorkbook(parts.label)
  if (part.endsWith('.bin')) throw binaryWorkbook(parts.label)
  const reader = new WorkbookReader()
  await scanPart(parts, part, { handler: reader, maxBytes: maxMetadata })
  if (!reader.isWorkbook) throw notAWorkbook(parts.label)
  const relationships = new Map((await relationshipsOf(parts, part)).map((each) => [each.id, each]))
  const partOf = (kind: string) => {
    const target = [...relationships.values()].find((each) => each.kind === kind)?.target
    return target !== undefined && parts.has(target) ? target : undefined
  }
  const sheets = reader.sheets.flatMap(({ id, name, hidden }) => {
    const target = relationships.get(id)
    return target && parts.has(target.target)
      ? [{ name, hidden, part: target.target, kind: target.kind }]
      : []
  })
  return {
    part,
    sheets,
    epoch: reader.epoch,
    names: reader.names,
    stylesPart: partOf('styles'),
    stringsPart: partOf('sharedStrings'),
  }
}

/** What a part points to inside the package; the package itself is the part with the empty name. */
export async function relationshipsOf(parts: ZipParts, part: string): Promise<PartRelationship[]> {
  const name = posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)
  if (!parts.has(name)) return []
  const found: PartRelationship[] = []
  const handler: XmlHandler = {
    open(element, attributes) {
      if (element !== 'Relationship' || attribute(attributes, 'TargetMode') === 'External') return
      const target = attribute(attributes, 'Target') ?? ''
      const type = attribute(attributes, 'Type') ?? ''
      found.push({
        id: attribute(attributes, 'Id') ?? '',
        kind: type.slice(type.lastIndexOf('/') + 1),
        target: target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target),
      })
    },
    close() {},
    text() {},
  }
  await scanPart(parts, name, { handler, maxBytes: maxMetadata })
  return found
}

/** The kind of number format of each cell style. */
export async function readStyleKinds(parts: ZipParts, part: string | undefined): Promise<FormatKind[]> {
  if (part === undefined) return []
  const codes = new Map<number, FormatKind>()
  const kinds: FormatKind[] = []
  let inCells = false
  const handler: XmlHandler = {
    open(name, attributes) {
      if (name === 'cellXfs') inCells = true
      if (name === 'numFmt') {
        codes.set(
          Number(attribute(attributes, 'numFmtId')),
          formatKind(attribute(attributes, 'formatCode') ?? ''),
        )
      }
      if (name !== 'xf' || !inCells) return
      const id = Number(attribute(attributes, 'numFmtId') ?? 0)
      kinds.push(codes.get(id) ?? builtInKind(id))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
    text() {},
  }
  await scanPart(parts, part, { handler, maxBytes: maxMetadata })
  return kinds
}

export async function readSharedStrings(parts: ZipParts, part: string | undefined): Promise<string[]> {
  if (part === undefined) return []
  const reader = new SharedStringsReader(parts.label)
  await scanPart(parts, part, { handler: reader, maxBytes: maxSharedStrings })
  return reader.strings
}

class WorkbookReader implements XmlHandler {
  readonly sheets: { id: string; name: string; hidden: boolean }[] = []
  readonly names: { name: string; refers_to: string; hidden: boolean }[] = []
  isWorkbook = false
  epoch: 1900 | 1904 = 1900
  #inName = false

  open(name: string, attributes: string): void {
    if (name === 'workbook') this.isWorkbook = true
    if (name === 'workbookPr' && /^(1|true)$/.test(attribute(attributes, 'date1904') ?? '')) this.epoch = 1904
    if (name === 'sheet') {
      this.sheets.push({
        id: prefixedAttribute(attributes, 'id') ?? '',
        name: attribute(attributes, 'name') ?? '',
        hidden: (attribute(attributes, 'state') ?? 'visible') !== 'visible',
      })
    }
    if (name !== 'definedName') return
    this.#inName = true
    const hidden = /^(1|true)$/.test(attribute(attributes, 'hidden') ?? '')
    this.names.push({ name: attribute(attributes, 'name') ?? '', refers_to: '', hidden })
  }

  close(name: string): void {
    if (name === 'definedName') this.#inName = false
  }

  text(raw: string): void {
    if (this.#inName) this.names.at(-1)!.refers_to += decodeEntities(raw)
  }
}

class SharedStringsReader implements XmlHandler {
  readonly strings: string[] = []
  readonly #label: string
  #current = ''
  #inText = false
  /** Reading aids of East Asian text, which are not part of it. */
  #inPhonetic = false
  #characters = 0

  constructor(label: string) {
    this.#label = label
  }

  open(name: string): void {
    if (name === 'si') this.#current = ''
    else if (name === 't') this.#inText = !this.#inPhonetic
    else if (name === 'rPh') this.#inPhonetic = true
  }

  close(name: string): void {
    if (name === 't') this.#inText = false
    else if (name === 'rPh') this.#inPhonetic = false
    else if (name === 'si') this.#add(decodeCellText(this.#current))
  }

  text(raw: string): void {
    if (this.#inText) this.#current += raw
  }

  #add(text: string): void {
    // An empty string costs memory too.
    this.#characters += text.length + 16
    if (this.#characters > maxSharedCharacters) {
      throw new AppError('too_large', `${this.#label} has too much text to read at once.`)
    }
    this.strings.push(text)
  }
}

/** Excel writes characters that XML cannot hold as `_x000D_`. */
export function decodeCellText(raw: string): string {
  const text = decodeEntities(raw)
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

function notAWorkbook(label: string): AppError {
  return new AppError('unsupported_media_type', `${label} is not an Excel workbook, despite its name.`)
}

function binaryWorkbook(label: string): AppError {
  return new AppError(
    'unsupported_media_type',
    `${label} is a binary workbook (.xlsb). Save it as .xlsx in Excel and use that file.`,
  )
}
