import { readFileName, readPath } from '../../../platform/language/values/quoted.ts'
import type { When } from './readers/reader.ts'
import type { StoredKind } from './understanding.ts'

/** A name as it is compared: in lower case, without signs and article. */
export function plainName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
    .replace(/^(?:the|my|a|an) (?=\S)/, '')
}

/** Whether something is kept that is called so, or by some of its words: "I finished Dune" where Dune is a book. */
export function isStoredName(kind: StoredKind, name: string, { kept }: When): boolean {
  const wanted = plainName(name)
  return wanted !== '' && (kept?.(kind) ?? []).some((one) => ` ${plainName(one)} `.includes(` ${wanted} `))
}

/** As entries of lists are compared. */
export function plainItem(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N} ]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^(?:the|a|an|some|my) (?=\S)/, '')
}

/** Whether an entry of a list is called so: then it is ticked off there, whatever else has its name. */
export function isOnList(name: string, { kept }: When): boolean {
  return (kept?.('items') ?? []).some((item) => plainItem(item) === plainItem(name))
}

export function hasStored(kind: StoredKind, { kept }: When): boolean {
  return (kept?.(kind) ?? []).length > 0
}

/** Files are another matter, whatever they are called. */
export function namesAFile(text: string): boolean {
  return readPath(text) !== undefined || readFileName(text) !== undefined
}
