import { exactWords, wantsMore } from '../exact.ts'
import {
  placeName,
  readFilePlace,
  usualFolder,
  type FilePlace,
} from '../../../../platform/language/values/file-places.ts'
import { present, type SlotReader, type Slots } from './reader.ts'

/** "move a to b", "rename a to b" */
export const readMove: SlotReader = (sentence) => {
  const said = exactWords(sentence)
  if (wantsMore(said)) return undefined
  const [, verb, from, to] =
    /^(move|rename|relocate|put) (.+) (?:to|into|as|in|onto|on) (.+)$/i.exec(said) ?? []
  if (to === undefined) return placeToMove(said)
  const path = movable(from)
  if (!path) return undefined
  const target = verb!.toLowerCase() === 'rename' ? renamedTo(to) : goingTo(to)
  return target === undefined ? undefined : { path, to: target }
}

/** Without a word of where it goes, which is asked for. */
function placeToMove(said: string): Slots | undefined {
  const [, verb, words] = /^(move|rename) (.+)$/i.exec(said) ?? []
  const path = movable(words)
  return path && { path, verb: verb!.toLowerCase() }
}

/** "Music" and "home" are many things: only the folder that is called one is moved or deleted. */
function movable(words = ''): FilePlace | undefined {
  const isOnlyAWord = usualFolder(words) !== undefined && !/\b(?:folder|directory)\b/i.test(words)
  return isOnlyAWord ? undefined : readFilePlace(words)
}

export const readCopy: SlotReader = (sentence) => {
  const said = exactWords(sentence)
  if (wantsMore(said)) return undefined
  const [, from, to] =
    /^(?:copy|duplicate|back up|(?:make|create) a (?:copy|duplicate) of) (.+?)(?: (?:to|into|as|in|onto|on) (?!(?:my|the) (?:file|document)s?$)(.+))?$/i.exec(
      said,
    ) ?? []
  const path = readFilePlace(from)
  if (!path) return undefined
  // A duplicate has its place beside the file; a copy is wanted somewhere.
  if (to === undefined) return /^(?:copy|back up)\b/i.test(said) ? { path } : { path, isTwin: true }
  // "copy music to phone" names no folder of this machine for sure.
  const target = movable(from) ? goingTo(to) : destination(to)
  return target === undefined ? undefined : { path, to: target }
}

export const readDelete: SlotReader = (sentence) => {
  const said = exactWords(sentence)
  if (wantsMore(said)) return undefined
  const words =
    /^(?:delete|remove|erase|trash|bin|discard|get rid of|throw away) (.+)$/i.exec(said)?.[1] ??
    /^(?:move|put|throw|send) (.+) (?:to|into|in) (?:the |my )?(?:trash|bin|recycle bin|wastebasket|trash can)$/i.exec(
      said,
    )?.[1]
  if (/^(?:a|some|this|that|the) (?:file|folder)s?$/i.test(words ?? '')) return {}
  const path = movable(words)
  return path ? { path } : undefined
}

export const readCompress: SlotReader = (sentence) => {
  const said = exactWords(sentence)
  if (wantsMore(said)) return undefined
  const [, what, to] =
    /^(?:(?:zip|compress|archive|pack|tar)(?: up)?|(?:make|create) (?:a|an) (?:zip|zip file|archive|tar\.gz|tarball) (?:of|from|with|out of)) (.+?)(?: (?:to|into|as|in|onto|on) ((?:a |an )?(?:zip|archive|zip file|zip archive|tar\.gz|tarball)|.+))?$/i.exec(
      said,
    ) ?? []
  const paths = (what ?? '').split(/,? and |, /).map((words) => readFilePlace(words))
  if (what === undefined || paths.some((place) => place === undefined)) return undefined
  const tar = /\btar\b|\btarball\b|\.tgz\b/i.test(said.replace(what, '')) ? true : undefined
  if (to === undefined || onlyAnArchive.test(to)) return present({ paths, tar })
  const target = destination(to) ?? (movable(what) ? newName(to) : undefined)
  return target && present({ paths, to: target, tar })
}

const onlyAnArchive = /^(?:an? )?(?:zip|archive|zip file|zip archive|tar\.gz|tarball)$/i

export const readExtract: SlotReader = (sentence) => {
  const said = exactWords(sentence)
  if (wantsMore(said)) return undefined
  const [, what, to] =
    /^(?:unzip|extract|unpack|decompress|untar|uncompress) (.+?)(?: (?:to|into|in) (.+))?$/i.exec(said) ?? []
  const path = readFilePlace(what)
  if (!path || !/\.(?:zip|tar|tgz|gz|jar)$/i.test(placeName(path))) return undefined
  if (to === undefined || /^(?:here|place)$/i.test(to)) return { path }
  const target = destination(to)
  return target === undefined ? undefined : { path, to: target }
}

/** A spreadsheet as CSV. */
export const readConversionToCsv: SlotReader = (sentence) => {
  const said = exactWords(sentence)
  if (wantsMore(said)) return undefined
  const [, what, to] = /^(?:convert|export|save|turn|change) (.+) (?:to|into|as) (.+)$/i.exec(said) ?? []
  const path = readFilePlace(what)
  if (!path || to === undefined || !/\.(?:xlsx?|xlsm|ods)$/i.test(placeName(path))) return undefined
  if (/^(?:an? )?(?:csv|comma[- ]separated values)(?: file)?$/i.test(to)) return { path }
  const target = destination(to) ?? newName(to)
  return target && /\.csv$/i.test(placeName(target)) ? { path, to: target } : undefined
}

export const readNewFolder: SlotReader = (sentence) => {
  const said = exactWords(sentence)
  if (wantsMore(said)) return undefined
  if (/(?:folder|directory)$/i.test(said) && !/\b(?:called|named|at|as)\b/i.test(said)) return {}
  const words =
    /^(?:make|create|add|new)(?: me)?(?: a| an)?(?: new)? (?:folder|directory)(?: (?:called|named|at|as))? (.+)$/i.exec(
      said,
    )?.[1] ?? /^mkdir(?: -p)? (.+)$/i.exec(said)?.[1]
  // "a folder on my desktop called Taxes"
  const ordered = words?.replace(/^((?:in|on|inside|under) .+?) (?:called|named) (.+)$/i, '$2 $1')
  const place = ordered === undefined ? undefined : readFilePlace(`folder ${ordered}`)
  return place ? { path: place } : undefined
}

/** Where something goes that may be there or not. Words that no path would have must be in quotes. */
function destination(words: string): FilePlace | undefined {
  const place = readFilePlace(words)
  if (!place || place.path !== undefined) return place
  return place.folder !== undefined || place.kind === 'folder' ? place : undefined
}

/** A word without an ending is a folder, which has to be there. */
function goingTo(words: string): FilePlace | undefined {
  const place = destination(words)
  if (place) return place
  const named = newName(words)
  if (named?.name === undefined || named.name.includes('.')) return named
  return { name: named.name, kind: 'folder' }
}

function renamedTo(words: string): FilePlace | undefined {
  // A name that is also that of a usual folder is a name here.
  const place = usualFolder(words) === undefined ? newName(words) : { name: words.trim() }
  return place ?? newWords(words)
}

/** A name that a file shall have, in the folder that it is in. */
function newName(words: string): FilePlace | undefined {
  const place = readFilePlace(words)
  if (place) return place
  const name = words.trim()
  return /^[\p{L}\d][\p{L}\d_.-]{0,80}$/u.test(name) &&
    !/^(?:it|this|that|something|done|doing|todo)$/i.test(name)
    ? { name }
    : undefined
}

/** A new name of several words, which only a rename can have. */
function newWords(words: string): FilePlace | undefined {
  const name = words.trim()
  return /^[\p{L}\d_.-]+(?: (?!(?:and|then|or|but|if|in|on|to|for|with|please)\b)[\p{L}\d_.-]+){1,4}$/u.test(
    name,
  )
    ? { name }
    : undefined
}
