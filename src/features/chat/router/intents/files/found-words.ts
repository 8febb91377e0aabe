import { basename, extname } from 'node:path'
import { capital } from '../../../../../platform/language/capital.ts'
import { textOf } from '../../answers/act.ts'
import { plainName, SHOWN_FILES, sizeText, type FoundFile } from '../../answers/file-list.ts'

const kindNames: Readonly<Record<string, string>> = {
  images: 'pictures',
  docs: 'documents',
  music: 'music files',
  videos: 'videos',
  archives: 'archives',
  '.pdf': 'PDF files',
  '.docx': 'Word documents',
  '.xlsx': 'spreadsheets',
  '.pptx': 'presentations',
  '.txt': 'text files',
}

/** "PDF files over 10 MB in ~/Downloads"; of a name, whether it is the whole name of all that was found. */
export function describeSearch(
  args: Readonly<Record<string, unknown>>,
  found: readonly FoundFile[] = [],
): string {
  const query = textOf(args, 'query') ?? '*'
  const ending = /^\*?(\.\w+)$/.exec(query)?.[1]
  const kind = kindNames[query] ?? (ending === undefined ? undefined : `${ending} files`)
  const texts: readonly (readonly [string, (value: string) => string])[] = [
    ['month', (month) => `and ${capital(month)}`],
    ['contains', (words) => `with “${plainName(words)}” in them`],
    ['span', (span) => `changed ${span}`],
    ['path', (path) => `in ${path}`],
  ]
  const said = texts.flatMap(([name, words]) => {
    const value = textOf(args, name)
    return value === undefined ? [] : [words(value)]
  })
  const size = typeof args['min_bytes'] === 'number' ? [`over ${sizeText(args['min_bytes'])}`] : []
  const name = query === '*' || kind !== undefined ? [] : [nameMatch(query, found)]
  return [kind ?? 'files', ...name, ...size, ...said].join(' ')
}

/** How names were matched: as a whole, by a pattern, or by a part of them. */
function nameMatch(query: string, found: readonly FoundFile[]): string {
  const name = plainName(query)
  if (/[*?[]/.test(query)) return `that match “${name}”`
  return found.every((file) => isCalled(file, query)) ? `called “${name}”` : `with “${name}” in the name`
}

/** Whether that is the name of the file, with or without its ending. */
export function isCalled({ path }: FoundFile, name: string): boolean {
  const [file, wanted] = [basename(path).toLowerCase(), name.toLowerCase()]
  return file === wanted || (extname(wanted) === '' && basename(file, extname(file)) === wanted)
}

/** "1 Word document", "4 files and 1 folder": a folder is no file. */
export function countedFiles(count: number, told: string, found: readonly FoundFile[]): string {
  const folders = found.filter(({ type }) => type === 'folder').length
  if (folders > 0 && told.startsWith('files')) {
    const rest = told.slice('files'.length)
    if (found.length < count) return `${count} files and folders${rest}`
    const parts = [counted(count - folders, 'file'), counted(folders, 'folder')]
    return `${parts.filter((part) => part !== undefined).join(' and ')}${rest}`
  }
  if (count !== 1) return `${count} ${told}`
  const one = told
    .replace(/^((?:\.?\w+ )?\w+)s\b/, '$1')
    .replace(/ in them\b/, ' in it')
    .replace(/ that match /, ' that matches ')
  return `1 ${one}`
}

function counted(count: number, noun: string): string | undefined {
  return count === 0 ? undefined : `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Which of many are shown. */
export function shownOf(count: number): string {
  return count > SHOWN_FILES ? ` These are the first ${SHOWN_FILES}.` : ''
}
