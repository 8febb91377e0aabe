/**
 * How much one event may hold. It comes from whoever may write into a calendar, and the library that reads it goes
 * through every rule, zone and date of it: so it is counted before it is read.
 */
const MAX_CHARACTERS = 1_000_000
const MAX_PARAMETERS = 50
const MAX_VALUES = 5_000

/** How many of each there may be in the whole text, and what is said where there are more. */
const limits = {
  lines: [10_000, 'it has too many lines'],
  parts: [1_000, 'it has too many parts'],
  depth: [5, 'its parts are nested too deeply'],
  rules: [400, 'it has too many recurrence rules'],
  dates: [3_000, 'it lists too many dates'],
  clockChanges: [400, 'its time zones have too many rules'],
} as const

type Counts = Record<keyof typeof limits, number>

/** What is too much about a text; undefined when it may be read. */
export function excessOf(text: string): string | undefined {
  if (text.length > MAX_CHARACTERS) return 'it is too large'
  const counts: Counts = { lines: 0, parts: 0, depth: 0, rules: 0, dates: 0, clockChanges: 0 }
  for (const line of text.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/)) {
    const name = /^[^;:]*/.exec(line)![0].toUpperCase()
    countLine(counts, { line, name })
    const excess = Object.entries(limits).find(([what, [most]]) => counts[what as keyof Counts] > most)
    if (excess) return excess[1][1]
    if (occurrencesOf(/^[^:"]*/.exec(line)![0], ';') > MAX_PARAMETERS) return 'a line has too many parameters'
    if (isList(name) && occurrencesOf(line, ',') > MAX_VALUES) return 'a line has too many values'
  }
  return undefined
}

function countLine(counts: Counts, { line, name }: { line: string; name: string }): void {
  counts.lines += 1
  if (name === 'BEGIN') {
    counts.parts += 1
    counts.depth += 1
    counts.clockChanges += Number(/:(?:STANDARD|DAYLIGHT)\s*$/i.test(line))
  }
  if (name === 'END') counts.depth -= 1
  if (name === 'RRULE' || name === 'EXRULE') counts.rules += 1
  if (name === 'RDATE' || name === 'EXDATE') counts.dates += occurrencesOf(line, ',') + 1
}

/** Those that the library cuts at each comma; in the others a comma is part of the text. */
function isList(name: string): boolean {
  return !['SUMMARY', 'DESCRIPTION', 'LOCATION', 'COMMENT', 'ATTACH'].includes(name) && !name.startsWith('X-')
}

function occurrencesOf(text: string, character: string): number {
  let found = 0
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) found += 1
  return found
}
