import { textOf } from './body-text.ts'
import type { FileWindow } from './file-window.ts'

/** A value of a MAPI property: small ones are read, large ones stay where they are in the file. */
export interface MapiValue {
  readonly start: number
  readonly length: number
  readonly type: number
}

const fixedSizes: Readonly<Record<number, number>> = {
  0x00_01: 4,
  0x00_02: 4,
  0x00_03: 4,
  0x00_04: 4,
  0x00_05: 8,
  0x00_06: 8,
  0x00_07: 8,
  0x00_0a: 4,
  0x00_0b: 4,
  0x00_14: 8,
  0x00_40: 8,
  0x00_48: 16,
}

const unicodeString = 0x00_1f
export const mapiObject = 0x00_0d
const variableTypes = new Set([mapiObject, 0x00_1e, unicodeString, 0x01_02])
const maxProperties = 10_000

/** The properties of one attachment by their number ([MS-OXTNEF] 2.1.3.4); stops at the first that makes no sense. */
export async function mapiProperties(
  file: FileWindow,
  { start, end }: { start: number; end: number },
): Promise<Map<number, MapiValue>> {
  const properties = new Map<number, MapiValue>()
  const cursor = { at: start, end }
  const count = Math.min(await readNumber(file, cursor), maxProperties)
  for (let index = 0; index < count && cursor.at + 4 <= end; index += 1) {
    const tag = await readNumber(file, cursor)
    const id = tag >>> 16
    if (id >= 0x80_00) await skipName(file, cursor)
    const value = await readValue(file, { cursor, type: tag & 0xff_ff })
    if (value === undefined) break
    if (!properties.has(id)) properties.set(id, value)
  }
  return properties
}

/** The text of a string property; not longer than a name may be. */
export async function mapiText(file: FileWindow, value: MapiValue, charset: string): Promise<string> {
  const bytes = await file.read(value.start, Math.min(value.length, 2000))
  const text = textOf(bytes, value.type === unicodeString ? 'utf-16le' : charset)
  return text.replace(/\0.*$/s, '')
}

interface Cursor {
  at: number
  readonly end: number
}

async function readNumber(file: FileWindow, cursor: Cursor): Promise<number> {
  if (cursor.at + 4 > cursor.end) {
    cursor.at = cursor.end
    return 0
  }
  const bytes = await file.read(cursor.at, 4)
  cursor.at += 4
  return bytes.readUInt32LE()
}

/** A named property has its set, and a number or a name in that set. */
async function skipName(file: FileWindow, cursor: Cursor): Promise<void> {
  cursor.at += 16
  const kind = await readNumber(file, cursor)
  const number = await readNumber(file, cursor)
  if (kind === 1) cursor.at += padded(number)
}

async function readValue(
  file: FileWindow,
  { cursor, type }: { cursor: Cursor; type: number },
): Promise<MapiValue | undefined> {
  const single = type & ~0x10_00
  const isMultiple = single !== type
  const isVariable = variableTypes.has(single)
  const size = fixedSizes[single]
  if (!isVariable && size === undefined) return undefined
  const values = isMultiple || isVariable ? await readNumber(file, cursor) : 1
  let first: MapiValue | undefined
  for (let index = 0; index < values; index += 1) {
    const length = isVariable ? await readNumber(file, cursor) : size!
    if (cursor.at + length > cursor.end || (isVariable && cursor.at >= cursor.end)) return first
    first ??= { start: cursor.at, length, type: single }
    cursor.at += padded(length)
  }
  return first ?? { start: cursor.at, length: 0, type: single }
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4
}
