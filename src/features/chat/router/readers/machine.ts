import { readFileName, readPath, readQuoted } from '../slots/quoted.ts'
import { firstMatch, present, trimmed, type SlotReader } from './reader.ts'

const folders: Readonly<Record<string, string>> = {
  downloads: '~/Downloads',
  download: '~/Downloads',
  documents: '~/Documents',
  desktop: '~/Desktop',
  pictures: '~/Pictures',
  photos: '~/Pictures',
  music: '~/Music',
  videos: '~/Videos',
  home: '~',
}

/** Kinds of files by the word that SEARCH_FILES knows them by. */
const kinds: Readonly<Record<string, string>> = {
  image: 'images',
  images: 'images',
  picture: 'images',
  pictures: 'images',
  photo: 'images',
  photos: 'images',
  document: 'docs',
  documents: 'docs',
  docs: 'docs',
  music: 'music',
  songs: 'music',
  'audio files': 'music',
  video: 'videos',
  videos: 'videos',
  movies: 'videos',
  pdf: '.pdf',
  pdfs: '.pdf',
  'pdf files': '.pdf',
  spreadsheet: '.xlsx',
  spreadsheets: '.xlsx',
  'excel files': '.xlsx',
  presentation: '.pptx',
  presentations: '.pptx',
  'text files': '.txt',
}

export function folderIn(text: string): string | undefined {
  const path = readPath(text)
  if (path !== undefined) return path
  const name =
    /\b(?:in|under|inside|from|of|my|the) (?:my |the )?(downloads?|documents|desktop|pictures|photos|music|videos|home)(?: folder| directory)?\b(?! (?:named|called|about|with))/i.exec(
      text,
    )?.[1]
  return name === undefined ? undefined : folders[name.toLowerCase()]
}

export const readFileSearch: SlotReader = ({ text, lower }) => {
  const quoted = readQuoted(text) ?? readFileName(text)
  const about = firstMatch(text, [
    /\b(?:named|called|titled) (.+?)(?: (?:in|under|on|inside) (?:my|the|this|~).*)?$/i,
    /\b(?:named|called|about|containing|with the name|matching|for|that mention|mention|contain|with) (?!in\b)(.+?)(?: (?:in|under|on|inside) (?:my|the|this|~).*)?$/i,
  ])
  const mine = firstMatch(text, [
    /\b(?:where (?:is|are|did i (?:save|put))|find|locate|search for|look for|search) (?:the |my |all |a |an |any )*(?:(?:file|document|folder)s? )?(?:(?:named|called) )?(.+?)(?: (?:file|document|spreadsheet|presentation|folder|files|documents))?(?: (?:in|under|on|inside) (?:my|the|this|~).*)?$/i,
  ])
  const kind = kindIn(lower)
  const named = [quoted, about, mine].find(
    (found) => found !== undefined && !/^(?:my|the|all|a|me|it|this|that|files?|documents?)$/i.test(found),
  )
  // "The wedding photos" are those with the name; "my photos" are all of them.
  const name = named === undefined ? '' : trimmed(named.toLowerCase().replace(anyKind, ' '))
  const hasKind = named !== undefined && kindIn(named.toLowerCase()) !== undefined
  const query = hasKind && !isName(name) ? kind : hasKind ? name : named
  const folder = folderIn(text.replace(named ?? '\u0000', ' '))
  return query === undefined ? undefined : present({ query: query.replace(/ files?$/i, ''), path: folder })
}

function isName(words: string): boolean {
  return (
    words !== '' &&
    !/^(?:(?:all|any|my|the|from|of|on|in|files?|new|old|recent|modified|created|last|this|week|today|yesterday|month|year|computer|folder) ?)+$/.test(
      words,
    )
  )
}

const anyKind = new RegExp(
  String.raw`\b(?:${Object.keys(kinds)
    .toSorted((a, b) => b.length - a.length)
    .join('|')})\b`,
)

function kindIn(lower: string): string | undefined {
  const found = anyKind.exec(lower)?.[0]
  return found === undefined ? undefined : kinds[found]
}

export const readFileToOpen: SlotReader = ({ text }) => {
  const path = readPath(text)
  const quoted = readQuoted(text)
  const name =
    quoted !== undefined && readFileName(quoted) !== undefined ? quoted : (readFileName(text) ?? quoted)
  if (path === undefined && name === undefined) return undefined
  return present({ path: path?.includes('/') ? path : undefined, name })
}

export const readFolder: SlotReader = ({ text }) => {
  const path = folderIn(text)
  return path === undefined ? undefined : { path }
}

export const readDocumentQuestion: SlotReader = ({ text }) => {
  const query = firstMatch(text, [
    /\b(?:say|says|mention|mentions|tell|about|on|regarding|for)(?: (?:about|on))? (?!my\b)(.+?)(?: in (?:my|the) documents.*)?$/i,
    /\bfind (.+?) in (?:my|the)\b/i,
    /\bwhat is (.+)$/i,
  ])
  return query === undefined ? undefined : { query }
}

/** "the backup", "my nightly report workflow" */
export const readWorkflowName: SlotReader = ({ text, lower }) => {
  const name = firstMatch(text, [
    /\b(?:pause|stop|interrupt|hold|halt|resume|continue|unpause|go on with|run|start|execute|do|repeat|rerun|re-run|retry|kick off|trigger|is|has|did|does|will|when is|when does|when will|status of|suspend|disable|enable|turn (?:on|off)|cancel|let) (?:running )?(?:the |my |our |a )+(.+?)(?: (?:workflow|job|run|schedule|flow|task|again|once more|now|please|finish(?:ed)?|fail(?:ed)?|work|complete(?:d)?|going|running|still|next|scheduled|start|go on|every \w+|on hold|doing|done|over))*$/i,
    /\bput (?:the |my )?(.+?) on hold\b/i,
  ])
  const named =
    name === undefined ||
    /^(?:workflow|job|flow|it|this|that|last|failed|paused|running|current|schedule|all)(?: (?:one|workflow|job))?$/i.test(
      name,
    )
      ? undefined
      : name
  return present({ name: named, all: /\ball\b/.test(lower) ? true : undefined, status: statusIn(lower) })
}

function statusIn(lower: string): string | undefined {
  if (/\bfail/.test(lower)) return 'failed'
  if (/\bpaused\b/.test(lower)) return 'paused'
  if (/\bwaiting\b/.test(lower)) return 'waiting'
  return /\b(?:running|working on)\b/.test(lower) ? 'running' : undefined
}

export const readScheduleChange: SlotReader = (sentence, when) => {
  const isOn = /\b(?:resume|enable|turn on|unpause|reactivate)\b/.test(sentence.lower)
  return present({ ...readWorkflowName(sentence, when), enabled: isOn })
}
