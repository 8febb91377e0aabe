import type { FileHandle } from 'node:fs/promises'
import { FileWindow } from './file-window.ts'
import { mapiObject, mapiProperties, mapiText, type MapiValue } from './tnef-properties.ts'
import { textOf } from './body-text.ts'

/** A file inside of a winmail.dat: where its bytes lie in it. */
export interface TnefEntry {
  readonly name: string
  readonly type: string
  readonly start: number
  readonly length: number
}

/**
 * What Outlook packed into a winmail.dat ([MS-OXTNEF]). Only places are returned, so that nothing large is held. A file
 * that is no TNEF has no entries; of a damaged one those count that are whole.
 */
export async function tnefEntries(file: FileHandle): Promise<TnefEntry[]> {
  const { size } = await file.stat()
  const window = new FileWindow(file, size)
  return entriesIn(window, { start: 0, end: size, depth: 0 })
}

const signature = 0x22_3e_9f_78
const maxEntries = 1000
/** An email in an attachment of an email in an attachment: beyond this it is a trap. */
const deepest = 4

const attribute = {
  renderData: 0x90_02,
  title: 0x80_10,
  data: 0x80_0f,
  properties: 0x90_05,
  codepage: 0x90_07,
} as const

const property = {
  dataObject: 0x37_01,
  fileName: 0x37_04,
  longFileName: 0x37_07,
  mimeType: 0x37_0e,
  displayName: 0x30_01,
} as const

interface Range {
  readonly start: number
  readonly end: number
  readonly depth: number
}

interface Place {
  readonly start: number
  readonly length: number
}

interface Draft {
  title?: Place
  data?: Place
  properties?: { start: number; end: number }
}

async function entriesIn(file: FileWindow, { start, end, depth }: Range): Promise<TnefEntry[]> {
  if (depth > deepest || end - start < 6) return []
  if ((await file.read(start, 4)).readUInt32LE() !== signature) return []
  const drafts: Draft[] = []
  let charset = 'windows-1252'
  for (let at = start + 6; at + 9 <= end && drafts.length < maxEntries;) {
    const head = await file.read(at, 9)
    const found = { id: head.readUInt16LE(1), start: at + 9, length: head.readUInt32LE(5) }
    if (found.start + found.length > end) break
    if (found.id === attribute.codepage) {
      charset = charsetOf((await file.read(found.start, 4)).readUInt32LE())
    }
    if (found.id === attribute.renderData) drafts.push({})
    const draft = drafts.at(-1)
    if (draft) fill(draft, found)
    at = found.start + found.length + 2
  }
  const entries: TnefEntry[] = []
  for (const draft of drafts) entries.push(...(await entriesOf(file, { draft, charset, depth })))
  return entries.slice(0, maxEntries)
}

function fill(draft: Draft, { id, start, length }: Place & { id: number }): void {
  if (id === attribute.title) draft.title = { start, length }
  if (id === attribute.data) draft.data = { start, length }
  if (id === attribute.properties) draft.properties = { start, end: start + length }
}

async function entriesOf(
  file: FileWindow,
  { draft, charset, depth }: { draft: Draft; charset: string; depth: number },
): Promise<TnefEntry[]> {
  const properties = draft.properties
    ? await mapiProperties(file, draft.properties)
    : new Map<number, MapiValue>()
  const textFor = async (id: number): Promise<string> => {
    const value = properties.get(id)
    return value ? mapiText(file, value, charset) : ''
  }
  const inner = contentOf(properties.get(property.dataObject))
  if (inner) {
    // An attached email is TNEF again.
    const range = { start: inner.start, end: inner.start + inner.length, depth: depth + 1 }
    const nested = await entriesIn(file, range)
    if (nested.length > 0) return nested
  }
  const place = draft.data ?? inner
  if (!place) return []
  const title = draft.title ? textOf(await file.read(draft.title.start, draft.title.length), charset) : ''
  const names = [
    await textFor(property.longFileName),
    title.replace(/\0.*$/s, ''),
    await textFor(property.fileName),
  ]
  const name = names.find((candidate) => candidate.trim() !== '') ?? (await textFor(property.displayName))
  return [{ name, type: await textFor(property.mimeType), start: place.start, length: place.length }]
}

/** An object begins with 16 bytes that say of what kind it is; other values are their content. */
function contentOf(value: MapiValue | undefined): Place | undefined {
  if (value?.type !== mapiObject) return value
  return value.length < 16 ? undefined : { start: value.start + 16, length: value.length - 16 }
}

function charsetOf(codepage: number): string {
  const others: Readonly<Record<number, string>> = {
    874: 'windows-874',
    932: 'shift_jis',
    936: 'gb18030',
    949: 'euc-kr',
    950: 'big5',
    20_866: 'koi8-r',
    65_001: 'utf-8',
  }
  if (codepage >= 1250 && codepage <= 1258) return `windows-${codepage}`
  return others[codepage] ?? 'windows-1252'
}
