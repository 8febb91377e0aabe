import { countOf } from '../../../contract/text/counts.ts'
/** Instructions that have one right outcome: they are done exactly, at once and without a model. */
interface PlainInstruction {
  readonly pattern: RegExp
  readonly apply: (text: string) => string | undefined
}

const verb = '(?:(?:make|convert|change|turn|put|set)\\b)?\\s*'
const subject =
  '(?:(?:the|this|that|my|all|of|it|everything|whole|selected|text|selection|words?|these)\\b\\s*)*'
const into = `${verb}${subject}(?:(?:to|into|in)\\b\\s*)?(?:all\\b\\s*)?`
const lines = '(?:\\s+(?:the|these|all|my|of|lines?|list|rows?|items?|entries))*'
const someLines = '(?:\\s+(?:the|these|all|my|of|order))*\\s+(?:lines?|list|rows?|items?|entries)'
const inIt = '(?:\\s+are\\s+there)?(?:\\s+in\\s+(?:this|the|it)(?:\\s+text)?)?'
const count = '(?:count|how\\s+many)(?:\\s+the)?'
const remove = '(?:remove|delete|drop)(?:\\s+(?:the|all))?'

const instructions: readonly PlainInstruction[] = [
  whole(`${into}(?:upper\\s?-?case|capital letters|all caps|caps)`, (text) => text.toUpperCase()),
  whole(`${into}(?:lower\\s?-?case|small letters)`, (text) => text.toLowerCase()),
  whole(`${into}title\\s?-?case`, titleCase),
  whole(
    `(?:sort|order|alphabeti[sz]e)${lines}(?:\\s+(?:alphabetically|in alphabetical order|a\\s?(?:-|to)\\s?z|ascending))?`,
    (text) => onLines(text, sorted),
  ),
  whole(`(?:sort|order)${lines}\\s+(?:descending|z\\s?(?:-|to)\\s?a|in reverse(?:\\s+order)?)`, (text) =>
    onLines(text, (all) => sorted(all).toReversed()),
  ),
  whole(`sort${lines}\\s+(?:numerically|by number)`, (text) => onLines(text, sortedByNumber)),
  whole(`reverse${someLines}`, (text) => onLines(text, (all) => all.toReversed())),
  whole(
    `${remove}\\s+(?:duplicates?|duplicated|repeated)${lines}|de-?duplicate${lines}|(?:keep\\s+)?(?:only\\s+)?unique${someLines}`,
    (text) => onLines(text, (all) => [...new Set(all)]),
  ),
  whole(`${remove}\\s+(?:empty|blank)\\s+lines`, (text) =>
    onLines(text, (all) => all.filter((line) => line.trim() !== '')),
  ),
  whole(`number${someLines}`, (text) =>
    onLines(text, (all) => all.map((line, index) => `${index + 1}. ${line}`)),
  ),
  whole(`trim(?:\\s+(?:the\\s+)?(?:text|lines|white\\s?space))?`, (text) =>
    onLines(text.trim(), (all) => all.map((line) => line.trim())),
  ),
  whole(`(?:format|pretty\\s?-?print|indent|beautify)(?:\\s+(?:this|the))?\\s+json`, (text) => json(text, 2)),
  whole(`(?:minify|compact|compress)(?:\\s+(?:this|the))?\\s+json`, (text) => json(text, 0)),
  whole(`${count}\\s+words${inIt}`, (text) => countOf(wordsIn(text), 'word')),
  whole(`${count}\\s+(?:characters|letters|chars)${inIt}`, (text) =>
    countOf(charactersIn(text), 'character'),
  ),
  whole(`${count}\\s+lines${inIt}`, (text) => countOf(linesIn(text), 'line')),
]

/** The outcome of an instruction that needs no model; undefined for any other. */
export function followPlainly(instruction: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const asked = instruction
    .trim()
    .replace(/^(?:please|can you|could you)(?: please)?,? /i, '')
    .replace(/(?:,? please)?[.!?]*$/i, '')
  const known = instructions.find(({ pattern }) => pattern.test(asked))
  return known?.apply(text)
}

function whole(pattern: string, apply: PlainInstruction['apply']): PlainInstruction {
  return { pattern: new RegExp(`^(?:${pattern})$`, 'i'), apply }
}

/** The last line break is the end of the text, not a line of its own. */
function onLines(text: string, change: (lines: string[]) => string[]): string {
  const breaks = text.includes('\r\n') ? '\r\n' : '\n'
  const end = text.endsWith(breaks) ? breaks : ''
  const body = end === '' ? text : text.slice(0, -breaks.length)
  return change(body.split(breaks)).join(breaks) + end
}

function sorted(all: readonly string[]): string[] {
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  return all.toSorted(compare)
}

function sortedByNumber(all: readonly string[]): string[] {
  const value = (line: string) => Number.parseFloat(/-?\d+(?:\.\d+)?/.exec(line)?.[0] ?? 'Infinity')
  return all.toSorted((a, b) => value(a) - value(b))
}

function titleCase(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(
      /(^|[^\p{L}\p{N}'’])(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toUpperCase(),
    )
}

function json(text: string, indent: number): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, indent)
  } catch {
    // What is no JSON yet may become some: that is a model's work.
    return undefined
  }
}

function linesIn(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}

function charactersIn(text: string): number {
  return Array.from(new Intl.Segmenter().segment(text)).length
}

function wordsIn(text: string): number {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)
  return [...segments].filter(({ isWordLike }) => isWordLike).length
}
