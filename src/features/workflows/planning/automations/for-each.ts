import { allOf } from './expressions.ts'
import { PLACES, readFiles, readPlaces, type ReadFiles } from './file-words.ts'
import type { MarkedText } from './marked-text.ts'

/** Files that something is done with, one after the other. */
export interface FileList {
  /** Arguments of the search that finds them. */
  readonly search: Readonly<Record<string, unknown>>
  readonly ending?: string | undefined
  /** What must be true of each, beyond what the search asks for. */
  readonly when?: string | undefined
}

/** What is to be done with each, in words that say "it". */
export interface ForEach {
  readonly files: FileList | { readonly question: string }
  readonly body: string
  /** "zip all PDFs in …" may also mean all of them at once. */
  readonly mayBeAtOnce: boolean
}

const IN = '(?:in|from|inside|on|under|within|of)'
const WHERE = `(?<where>${PLACES})`
const SCOPE = '(?<deep> (?:recursively|and below|and (?:its|all) sub-?folders))?'
const LIMIT =
  '(?<limit>,? (?:bigger|larger|smaller|over|under|except|other than|but not|called|named|whose|with|that|which) [^,]+?)?'
const QUANTIFIER = '(?:each|every|all)(?: single)?(?: one)?(?: of)?(?: the| my)?'
const LEADING = new RegExp(
  `^for ${QUANTIFIER} (?<what>.+?) ${IN} ${WHERE}${SCOPE}(?:${LIMIT}\\s*[,:]\\s*|\\s+)(?<body>.+)$`,
  'i',
)
const TRAILING = new RegExp(`^(?<body>.+?) for (?:each|every) (?<what>.+?) ${IN} ${WHERE}${SCOPE}$`, 'i')
const INLINE = new RegExp(
  `^(?<verb>[\\p{L}]+) (?:(?<each>each|every)|all(?: of)?)(?: single)?(?: the| my| of the)? (?<what>.+?) ${IN} ${WHERE}${SCOPE}(?<rest>(?:[ ,].*)?)$`,
  'iu',
)
const GO_THROUGH = new RegExp(
  `^(?:go|look|run|loop) (?:through|over) ${QUANTIFIER} (?<what>.+?) ${IN} ${WHERE}${SCOPE}(?:\\s*,)?(?: and)? (?<body>.+)$`,
  'i',
)
/** What has no list of files behind it. */
const OF_SOMETHING_ELSE = /^for (?:each|every|all)\b/i

/** "for each CSV in ~/Data, convert it", "convert every CSV in ~/Data" */
export function readForEach(text: string, marks: MarkedText): ForEach | undefined {
  const groups = LEADING.exec(text)?.groups ?? GO_THROUGH.exec(text)?.groups ?? TRAILING.exec(text)?.groups
  if (groups) {
    const files = filesOf(groups, marks)
    return files && { files, body: groups['body']!, mayBeAtOnce: false }
  }
  const inline = INLINE.exec(text)?.groups
  const files = inline && filesOf(inline, marks)
  if (!files) return undefined
  const isEach = inline['each'] !== undefined
  return {
    files,
    body: `${inline['verb']!} ${isEach ? 'it' : 'them'}${inline['rest']!}`,
    mayBeAtOnce: !isEach,
  }
}

/** Whether it should be done for each of something that nobody can list. */
export function isUnreadForEach(text: string): boolean {
  return OF_SOMETHING_ELSE.test(text)
}

function filesOf(
  groups: Readonly<Record<string, string | undefined>>,
  marks: MarkedText,
): ForEach['files'] | undefined {
  const places = readPlaces(groups['where']!, marks)
  // What is in a file is not in a folder.
  if (places?.paths.some((path) => /\.[\p{L}\d]{1,8}$/u.test(path))) return undefined
  const files = places && readFiles(`${groups['what']!}${groups['limit'] ?? ''}`, marks)
  if (!files || 'question' in files) return files
  if (places.paths.length > 1) return undefined
  const isDeep = places.recursive || groups['deep'] !== undefined
  return { ...listOf(files, places.paths[0]!, isDeep), ending: files.ending }
}

function listOf(
  { glob = '*', conditions }: Exclude<ReadFiles, { question: string }>,
  path: string,
  isDeep: boolean,
): FileList {
  const search = {
    query: glob,
    path,
    type: 'file',
    limit: 1_000,
    ...(!isDeep && { max_depth: 1 }),
  }
  // What the pattern says need not be asked again.
  const asked = conditions('file').slice(glob === '*' ? 0 : 1)
  return { search, when: allOf(asked) }
}
