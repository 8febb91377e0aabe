import { isScript, textOfFile } from './skill-folder.ts'
import type { FolderContents } from '../files/folder-contents.ts'

/** What a person should look at twice before they let a model follow it. */
export interface SkillWarning {
  readonly path: string
  /** Counted from 1; null when it is about the whole file. */
  readonly line: number | null
  readonly message: string
}

interface Rule {
  readonly pattern: RegExp
  readonly message: string
}

const MAX_WARNINGS = 50

/** Written out by `visibleText`, and not by whoever wrote the file: those are looked for in what they wrote. */
const UNSEEN = "It has characters that can't be seen, shown here as \\u{…}."

const rules: readonly Rule[] = [
  {
    pattern:
      /\b(?:curl|wget|fetch|iwr|invoke-webrequest)\b[^\n|]*\|\s*(?:sudo\s+)?(?:env\s+)?\S*(?:sh|python\d?|node|perl|ruby|iex)\b/i,
    message: 'It downloads something and runs it.',
  },
  {
    pattern: /(?:\b(?:ba|z)?sh\s+-c\s+"?\$\(|\b(?:ba|z)?sh\s+<\(|\beval\s+"?\$\()\s*(?:curl|wget)\b/i,
    message: 'It downloads something and runs it.',
  },
  {
    pattern: /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{160,}={0,2}(?![A-Za-z0-9+/=])/,
    message: 'It has a long encoded text that nobody can read.',
  },
  {
    pattern: /\bbase64\b[^\n|]*(?:-d|-D|--decode)\b[^\n]*\|\s*(?:sudo\s+)?\S*(?:sh|python\d?|node|perl)\b/,
    message: 'It decodes something and runs it.',
  },
  {
    pattern: /\bignore\b[^\n.]{0,40}\b(?:previous|prior|above|all|other)\b[^\n.]{0,30}\binstructions?\b/i,
    message: 'It tells the assistant to ignore other instructions.',
  },
  {
    pattern:
      /\b(?:do not|don't|never|without)\b[^\n.]{0,30}\b(?:tell|telling|inform|informing|mention|mentioning|ask|asking)\b[^\n.]{0,20}\buser\b/i,
    message: 'It tells the assistant to keep something from you.',
  },
]

export function warningsIn(contents: FolderContents): SkillWarning[] {
  return [...contents]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([path, bytes]) => warningsInFile(path, bytes))
    .slice(0, MAX_WARNINGS)
}

function warningsInFile(path: string, bytes: Buffer): SkillWarning[] {
  const text = textOfFile(bytes)
  if (text === undefined)
    return isScript(path) || /\.(?:exe|dll|so|dylib|com|bat|jar|wasm|bin)$/i.test(path)
      ? [{ path, line: null, message: 'It is a program that nobody can read.' }]
      : []
  const written = bytes.toString('utf8').replaceAll('\r\n', '\n').split('\n')
  return text.split('\n').flatMap((line, index) => {
    const found = rules.filter(({ pattern }) => pattern.test(line)).map(({ message }) => message)
    // Lines are the same in both but for what is not seen.
    if (written[index] !== undefined && written[index] !== line) found.push(UNSEEN)
    return [...new Set(found)].map((message) => ({ path, line: index + 1, message }))
  })
}
