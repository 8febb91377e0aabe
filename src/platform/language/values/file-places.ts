/** Where a file is, as somebody says it: by its path, or by its name and perhaps a folder. */
export interface FilePlace {
  readonly path?: string
  /** A name without a folder: it has to be looked for. */
  readonly name?: string
  /** Where to look for the name; everywhere in the home folder when left out. */
  readonly folder?: string
  readonly kind?: 'file' | 'folder'
  /** In quotes: exactly these letters are meant. */
  readonly isQuoted?: true
}

const usualFolders: Readonly<Record<string, string>> = {
  downloads: '~/Downloads',
  download: '~/Downloads',
  documents: '~/Documents',
  docs: '~/Documents',
  desktop: '~/Desktop',
  pictures: '~/Pictures',
  photos: '~/Pictures',
  music: '~/Music',
  videos: '~/Videos',
  movies: '~/Videos',
  home: '~',
}

export const usualFolderWords = Object.keys(usualFolders).join('|')

/** Endings by which a name is known to be that of a file. */
export const fileEndings =
  'pdf|docx?|xlsx?|xlsm|pptx?|txt|md|markdown|csv|tsv|json|xml|html?|png|jpe?g|gif|svg|bmp|tiff?|webp|heic|mp3|mp4|m4a|flac|ogg|wav|mov|mkv|avi|webm|zip|tar|tar\\.gz|tgz|gz|7z|rar|iso|dmg|deb|rpm|appimage|exe|py|js|ts|sh|css|sql|log|odt|ods|odp|epub|rtf|ya?ml|toml|ini|conf|ics|eml|vcf|bak|tex'

const named = new RegExp(String.raw`^[^/\\"]*[^/\\"\s.][^/\\"]*\.(?:${fileEndings})$`, 'i')
const pathStart = /^(?:~(?:\/|$)|\/|\.{1,2}\/)/
const lead =
  /^(?:(?:the|my|a|an|this|that|our)\s+)?(?:text\s+(?=file(?:\s|$)))?(?:(file|document|pdf|spreadsheet|presentation|archive|picture|photo|image|csv|folder|directory)\s+)?(?:(?:called|named|at|with the name)\s+)?/i

export function usualFolder(words: string): string | undefined {
  const name = words
    .trim()
    .toLowerCase()
    .replace(/^(?:the |my |our )+/, '')
    .replace(/ (?:folder|directory)$/, '')
  return Object.hasOwn(usualFolders, name) ? usualFolders[name] : undefined
}

/** One place; undefined when the words are not surely one. Paths with spaces are taken whole. */
export function readFilePlace(words: string | undefined): FilePlace | undefined {
  const trimmedWords = words?.trim() ?? ''
  if (trimmedWords === '') return undefined
  const quoted = /^(?:(.*?)\s)?(?:"([^"]+)"|'([^']+)')(?:\s(.+))?$/.exec(trimmedWords)
  if (quoted) return quotedPlace(quoted)
  const folder = usualFolder(trimmedWords)
  if (folder !== undefined) return { path: folder, kind: 'folder' }
  const [whole = '', kindWord] = lead.exec(trimmedWords) ?? []
  const rest = trimmedWords.slice(whole.length)
  const kind = kindOf(kindWord)
  if (pathStart.test(rest)) return pathPlace(rest, kind)
  // In "the duplicates in my downloads folder" it is the place that is called a folder.
  const [, name, trailing] =
    /^((?:(?! (?:from|in|on|inside|under) ).)+) (folder|directory|file)$/i.exec(rest) ?? []
  return name === undefined ? namedPlace(rest, kind) : namedPlace(name, kindOf(trailing))
}

function quotedPlace([, before, double, single, after]: RegExpExecArray): FilePlace | undefined {
  const inner = (double ?? single)!.trim()
  const opening = before === undefined ? '' : `${before} `
  const [whole = '', kindWord] = lead.exec(opening) ?? []
  const folder = folderBehind(after)
  const isElse = opening.slice(whole.length).trim() !== '' || (after !== undefined && folder === undefined)
  if (inner === '' || isElse) return undefined
  const shared = { isQuoted: true, ...kindMember(kindOf(kindWord)) } as const
  if (pathStart.test(inner)) return { path: inner, ...shared }
  return inner.includes('/') ? undefined : { name: inner, ...(folder !== undefined && { folder }), ...shared }
}

/** "move ~/a to ~/b tomorrow": nothing waits for a time, and the file is not to be called so. */
const timeBehind =
  /\s(?:today|tonight|tomorrow|later|now|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|next (?:week|month|(?:mon|tues|wednes|thurs|fri|satur|sun)day)|at (?:noon|midnight|\d{1,2}(?:[:.]\d\d)? ?(?:am|pm)?)|in (?:an?|\d+|\w+) (?:second|minute|hour|day|week)s?)$/i

function pathPlace(path: string, kind: FilePlace['kind']): FilePlace | undefined {
  const plain = path.replace(/[,;:]$/, '')
  // A second path, or words that join sentences, are not part of a path.
  if (timeBehind.test(plain)) return undefined
  if (/\s(?:~\/|\/|and\s|then\s|or\s|but\s|if\s|when\s|to\s|with\s)|[,;]\s|["*?<>|]/i.test(plain))
    return undefined
  return { path: plain, ...kindMember(kind) }
}

const mayBeName =
  /^(?!(?:of|about|for|from|with|in|on|that|which|i|you|is|and|or|to|it|this|all|what|which|how|where)\b)[\p{L}\d][\p{L}\d _.-]{0,60}$/iu

/** Without an ending, a name has none of the words that hold a sentence together. */
const sentenceWord = /(?:^| )(?:to|of|the|an?|me|this|that|their|into|from|in|on|for|with|and|my)(?: |$)/i

/** Signs that no name has, "a.txt and b.txt", which are two, and "the rows of a.csv", which are less than one. */
const neverInName =
  /[*?<>|,;]|\.\p{L}[\p{L}\d]{0,4} (?:and|or) \S|^(?:contents?|text|data|(?:row|line|column|cell|page|slide|sheet|paragraph|heading)s?) (?:of|in|from) /iu

function namedPlace(words: string, kind: FilePlace['kind']): FilePlace | undefined {
  const inFolder = /^(.+?) (?:from|in|on|inside|under) (.+)$/i.exec(words)
  const folder = inFolder ? folderBehind(`in ${inFolder[2]!}`) : undefined
  if (inFolder && folder === undefined && !named.test(words)) return undefined
  const name = (folder === undefined ? words : inFolder![1]!).trim().replace(/^(?:the|my)\s+/i, '')
  const isSure = named.test(name) && !neverInName.test(name)
  if (!isSure && (kind === undefined || !mayBeName.test(name) || sentenceWord.test(name))) return undefined
  return { name, ...(folder !== undefined && { folder }), ...kindMember(kind) }
}

/** "from downloads", "on my desktop", "in ~/x" */
function folderBehind(words = ''): string | undefined {
  const said = /^(?:from|in|on|inside|under|into) (.+)$/i.exec(words.trim())?.[1]
  if (said === undefined) return undefined
  return usualFolder(said) ?? (pathStart.test(said) && !/\s/.test(said) ? said : undefined)
}

function kindOf(word: string | undefined): FilePlace['kind'] {
  if (word === undefined) return undefined
  if (/^(?:folder|directory)$/i.test(word)) return 'folder'
  // "The photo of mom" names no file: of these words only a name with an ending does.
  return word.toLowerCase() === 'file' ? 'file' : undefined
}

function kindMember(kind: FilePlace['kind']): Pick<FilePlace, 'kind'> {
  return kind === undefined ? {} : { kind }
}

/** What the place is called by, for its ending. */
export function placeName({ path, name }: FilePlace): string {
  return path ?? name ?? ''
}

/** "Music" and "home" are many things: only the folder that is called one is changed. */
export function readOwnPlace(words: string): FilePlace | undefined {
  const isOnlyAWord = usualFolder(words) !== undefined && !/\b(?:folder|directory)\b/i.test(words)
  const place = isOnlyAWord ? undefined : readFilePlace(words)
  // What stands in quotes may be an entry or a note as well.
  const isAnything = place?.isQuoted && place.name !== undefined && !place.kind && !/\.\w+$/.test(place.name)
  return isAnything && place.folder === undefined ? undefined : place
}

/** Several places: "a.txt, b.txt and ~/c". */
export function readFilePlaces(words: string): readonly FilePlace[] | undefined {
  const places = words.split(/,? and |, /).map(readFilePlace)
  return places.every((place) => place !== undefined) ? places : undefined
}

/** Only text is written from a sentence; a folder is no file to write. */
export function readTextFile(words: string): FilePlace | undefined {
  const place = readFilePlace(words)
  const isNamed = place?.path !== undefined || /\.\w+$/.test(place?.name ?? '')
  if (!place || !isNamed || place.kind === 'folder' || usualFolder(words) !== undefined) return undefined
  return /\.(?:docx?|xlsx?|pptx?|pdf|odt|ods|odp|png|jpe?g|zip|gz|mp3|mp4)$/i.test(placeName(place))
    ? undefined
    : place
}

/** A spreadsheet or another table. */
export function readTableFile(words: string): FilePlace | undefined {
  const place = readFilePlace(words)
  // "food spending from budget.xlsx" speaks of what is in it.
  const isPlain = place?.isQuoted || !/\s(?:from|of|by|in|with|for)\s/i.test(words)
  return place && isPlain && /\.(?:csv|tsv|xlsx?|xlsm|ods)$/i.test(placeName(place)) ? place : undefined
}

export function readPdfFile(words: string): FilePlace | undefined {
  const place = readFilePlace(words)
  return place && /\.pdf$/i.test(placeName(place)) ? place : undefined
}

/** A folder that is surely one: by its path, or called a folder, or one that goes by no other name. */
export function readFolder(words: string): FilePlace | undefined {
  const place = readFilePlace(words)
  const isSure = place?.kind === 'folder' && /\b(?:folder|directory|downloads?|desktop)\b/i.test(words)
  const isPath = place?.path !== undefined && pathStart.test(words) && !/\.[a-z\d]{1,5}$/i.test(place.path)
  return isSure || isPath ? place : undefined
}
