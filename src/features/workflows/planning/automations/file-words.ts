import { usualFolder, usualFolderWords } from '../../../../platform/language/values/file-places.ts'
import { fileEndingsOf, fileKindOf } from '../../../../platform/language/values/file-kinds.ts'
import { readUnits } from '../../../../platform/language/values/units.ts'
import { anyOf, endsWith, negated, says, startsWith } from './expressions.ts'
import { markOf, type MarkedText } from './marked-text.ts'

/** Where files are: a path, or a folder that everybody has. */
const PLACE = `(?:${markOf('path')}|(?:my |the )?(?:${usualFolderWords})(?: folder| directory)?|(?:the |my )?folder (?:${markOf('path')}|${markOf('quoted')}))`
const BETWEEN = String.raw`(?:,| or| and)+ (?:in |on |into |to )?`
export const PLACES = `(?:${PLACE}(?:${BETWEEN}${PLACE})*(?: or (?:its|any) sub-?folders?| and (?:its|all its|any) sub-?folders?)?)`

export interface ReadPlaces {
  readonly paths: readonly string[]
  readonly recursive: boolean
}

export function readPlaces(words: string, marks: MarkedText): ReadPlaces | undefined {
  const recursive = /sub-?folders?$/i.test(words)
  const paths = words
    .replace(/ (?:or|and) (?:its|any|all its) sub-?folders?$/i, '')
    .split(new RegExp(BETWEEN, 'i'))
    .map((part) => pathOf(part.trim(), marks))
  return paths.every((path) => path !== undefined) ? { paths, recursive } : undefined
}

function pathOf(words: string, marks: MarkedText): string | undefined {
  const bare = words.replace(/^(?:the |my )?folder /i, '')
  const value = marks.values(bare)
  if (value !== bare) return /^[~/.]/.test(value) ? value : undefined
  return usualFolder(bare)
}

/** Which files are meant, or why that is not known, as a question. */
export type ReadFiles =
  | {
      /** A pattern for file names, where one says it. */
      readonly glob?: string
      /** The ending that all of them have. */
      readonly ending?: string
      /** What must be true of each, given how it is called. */
      readonly conditions: (name: string) => readonly string[]
    }
  | { readonly question: string }

const ANY_FILE = /^(?:things?|something|anything|everything|files?|items?|documents? or files?)$/i
const NAMING =
  /^(.*?)\s*\b(?:(?:called|named)|(?:(?:whose|with a|with the|where the|that has a)\s+(?:file ?)?name)\s+(contains|containing|starts with|starting with|begins with|ends with|ending with|ending in|that contains|has|is|with)|(?:that |which )?(starting with|beginning with|ending (?:with|in))|(?:that |which )(contains?|starts? with|ends? with|begins? with))\s+(.+?)(?: in (?:its|the) (?:file ?)?name)?$/i
const NAMED_BY_PART =
  /^(.*?)\s*\b(?:with|that has|which has|having)\s+(.+?) in (?:its|the|their) (?:file ?)?names?$/i
const SIZED =
  /^(.*?)\s*\b(?:that (?:is|are) |which is )?(bigger|larger|greater|more|over|smaller|less|under)(?: than)? (\d[\d.,]*\s?[kmgt]i?b|\d[\d.,]* ?(?:kilo|mega|giga)?bytes?)$/i
const EXCEPT =
  /^(.*?),?\s*\b(?:except(?: for)?|other than|but not|that (?:is|are)(?: not|n't)|which is(?: not|n't))\s+(?:an? |any |the )?(.+)$/i

/** "a PDF", "new photos", "csv files", "a file called *.log", "files bigger than 5 MB", "anything except PDFs" */
export function readFiles(said: string, marks: MarkedText): ReadFiles | undefined {
  const words = said
    .replace(/^(?:(?:an?|any|some|another|the|new|each|every|all|of|my|one|single|fresh)\s+)+/i, '')
    .trim()
  const except = EXCEPT.exec(words)
  if (except) return limited(except[1]!, marks, (name) => exceptOf(except[2]!, name))
  const sized = SIZED.exec(words)
  if (sized) {
    const size = sizeOf(sized[3]!)
    const sign = /^(?:smaller|less|under)$/i.test(sized[2]!) ? '<' : '>'
    return size === undefined
      ? undefined
      : limited(sized[1]!, marks, (name) => `${sizeReference(name)} ${sign} ${size}`)
  }
  const part = NAMED_BY_PART.exec(words)
  if (part) return limited(part[1]!, marks, (name) => nameCondition(marks.values(part[2]!), 'contains', name))
  const naming = NAMING.exec(words)
  if (naming)
    return limited(naming[1]!, marks, (name) =>
      nameCondition(marks.values(naming[5]!), naming[2] ?? naming[3] ?? naming[4] ?? 'is', name),
    )
  return kindOf(words, marks)
}

/** The same files, of which one thing more must be true. */
function limited(
  words: string,
  marks: MarkedText,
  condition: (name: string) => string | undefined,
): ReadFiles | undefined {
  const files = words.trim() === '' ? undefined : readFiles(words, marks)
  if (!files || 'question' in files) return files
  if (condition('it') === undefined) return undefined
  return { ...files, conditions: (name) => [...files.conditions(name), condition(name)!] }
}

function exceptOf(words: string, name: string): string | undefined {
  const endings = words
    .split(/,? (?:and|or) |, /)
    .map((one) => fileEndingsOf(one.trim().replace(/^an? /i, '')))
  if (!endings.every((one) => one !== undefined)) return undefined
  return negated(anyOf(endings.flat().map((ending) => hasEnding(name, ending))))
}

function kindOf(words: string, marks: MarkedText): ReadFiles | undefined {
  const pattern = new RegExp(`^(?:files? )?(${markOf('file_name')}|${markOf('quoted')})$`).exec(words)?.[1]
  if (pattern !== undefined) return fileNamed(marks.values(pattern))
  if (/[⟦⟧]/.test(words)) return undefined
  const glob = /^(?:files? )?(?:\*\.)([a-z\d]{1,8})(?: files?)?$/i.exec(words)?.[1]
  const kinds = words.split(/,? (?:or|and) (?:an? )?|, (?:an? )?/i)
  const endings =
    glob === undefined ? kinds.map((kind) => fileEndingsOf(kind.trim())) : [[glob.toLowerCase()]]
  if (endings.every((one) => one !== undefined)) return ofEndings(endings.flat(), fileKindOf(words))
  if (/^(?:they|it|that|this|these|those|them|one|ones)$/i.test(words)) return undefined
  if (ANY_FILE.test(words)) return { glob: '*', conditions: () => [] }
  if (!/^[\p{L}\d][\p{L}\d -]{1,40}$/u.test(words) || words.split(' ').length > 3) return undefined
  return { question: `By what is "${words}" known: a word in the name of the file, or in its text?` }
}

function ofEndings(endings: readonly string[], category: string | undefined): ReadFiles {
  const [ending, another] = endings
  const isOne = another === undefined
  return {
    ...(isOne ? { glob: `*.${ending}`, ending: ending! } : category !== undefined && { glob: category }),
    conditions: (name) => [anyOf(endings.map((one) => hasEnding(name, one)))],
  }
}

function fileNamed(pattern: string): ReadFiles {
  return {
    glob: pattern,
    conditions: (name) => [`like(lower($${name}.name), ${JSON.stringify(pattern.toLowerCase())})`],
  }
}

export function hasEnding(name: string, ending: string): string {
  return endsWith({ reference: `$${name}.name` }, `.${ending}`)
}

function nameCondition(value: string, verb: string, name: string): string | undefined {
  const words = value.replace(/^the words? /i, '').trim()
  if (words === '') return undefined
  const text = { reference: `$${name}.name` }
  if (/^(?:starts?|starting|begins?)/i.test(verb)) return startsWith(text, words)
  if (/^(?:ends?|ending)/i.test(verb)) return endsWith(text, words)
  if (verb === 'is') return `like(lower($${name}.name), ${JSON.stringify(exactly(words))})`
  return says(text, words)
}

/** A name may be said without its ending. */
function exactly(name: string): string {
  const lower = name.toLowerCase()
  return /[.*]/.test(lower) ? lower : `${lower}.*`
}

/** In bytes: "5 MB", "200 kilobytes". */
export function sizeOf(words: string): number | undefined {
  const [found] = readUnits(words)
  if (found?.value === undefined || found.unit.category !== 'data') return undefined
  return Math.round(found.value * found.unit.factor)
}

/** Where the size of a file stands: searches call it otherwise than events. */
export function sizeReference(name: string): string {
  return name === 'event' ? '$event.size' : `$${name}.bytes`
}
