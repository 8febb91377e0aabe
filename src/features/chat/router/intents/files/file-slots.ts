import { Type } from '../../../../../contract/type.ts'
import {
  readFilePlace,
  usualFolder,
  type FilePlace,
} from '../../../../../platform/language/values/file-places.ts'
import { askFor } from '../../answers/act.ts'
import { exactWords, wantsMore } from '../../exact.ts'
import type { Sentence } from '../../normalize.ts'

/** Where a file is, as the sentence says it. */
export const Place = Type.Unsafe<FilePlace>({ type: 'object' })

/** Whether nothing else is wanted beside it: half of a wish is not done. */
export function isAll(said: Sentence): boolean {
  return !wantsMore(exactWords(said))
}

/** Where something goes that may be there or not. Words that no path would have must be in quotes. */
export function destination(words: string): FilePlace | undefined {
  const place = readFilePlace(words)
  if (!place || place.path !== undefined) return place
  return place.folder !== undefined || place.kind === 'folder' ? place : undefined
}

/** A word without an ending is a folder, which has to be there. */
export function goingTo(words: string): FilePlace | undefined {
  const place = destination(words)
  if (place) return place
  const named = newName(words)
  if (named?.name === undefined || named.name.includes('.')) return named
  return { name: named.name, kind: 'folder' }
}

/** A name that a file shall have, in the folder that it is in. */
export function newName(words: string): FilePlace | undefined {
  const place = readFilePlace(words)
  if (place) return place
  const name = words.trim()
  return /^[\p{L}\d][\p{L}\d_.-]{0,80}$/u.test(name) &&
    !/^(?:it|this|that|something|done|doing|todo)$/i.test(name)
    ? { name }
    : undefined
}

/** What a rename calls it: also several words, or a word that is else the name of a usual folder. */
export function renamedTo(words: string): FilePlace | undefined {
  const place = usualFolder(words) === undefined ? newName(words) : { name: words.trim() }
  if (place) return place
  const name = words.trim()
  return /^[\p{L}\d_.-]+(?: (?!(?:and|then|or|but|if|in|on|to|for|with|please)\b)[\p{L}\d_.-]+){1,4}$/u.test(
    name,
  )
    ? { name }
    : undefined
}

export function unquoted(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/s, '$2')
}

/** For a wish that names no file. */
export function askForFile(title: string, wish: string, placeholder: string) {
  return askFor({
    title,
    label: 'Name or path',
    placeholder,
    message: `${wish} "$value"`,
    submit: 'Continue',
  })
}
