import { columnIndex, columnName, quotedSheet } from '../cell-reference.ts'
import { decodeEntities } from '../read/xml-scanner.ts'
import { escapeXml } from '../xml-text.ts'

/** Rows were added below `from`; the last row is `to` now, and the last column at least `column`. Rows count from 1. */
export interface Growth {
  readonly from: number
  readonly to: number
  readonly column: number
}

/** `A1:D10` as it should be now: ranges that ended at the old last row reach to the new one. */
export function grownRange(range: string, { from, to }: Growth): string {
  const match = /^(\$?[A-Z]{1,3}\$?\d+):(\$?[A-Z]{1,3}\$?)(\d+)$/.exec(range)
  return match && Number(match[3]) === from ? `${match[1]}:${match[2]}${to}` : range
}

/** What stands before the rows: only the size of the sheet changes. */
export function grownHead(head: string, { to, column }: Growth): string {
  return head.replace(
    /(<(?:[\w.-]+:)?dimension\s[^>]*?ref=["'])([^"']*)/,
    (_, before: string, range: string) => {
      const match = /^([A-Z]{1,3})(\d+)(?::([A-Z]{1,3})\d+)?$/.exec(range)
      if (!match) return before + range
      const last = Math.max(columnIndex(match[3] ?? match[1]!), column)
      return `${before}${match[1]}${match[2]}:${columnName(last)}${to}`
    },
  )
}

/** What stands behind the rows: filters, conditional formats and checks of input reach over the new ones too. */
export function grownTail(tail: string, growth: Growth): string {
  const growing =
    /(<(?:[\w.-]+:)?(?:autoFilter|conditionalFormatting|dataValidation|ignoredError)\s[^>]*?(?:sq)?ref=["'])([^"']*)/g
  return tail.replaceAll(growing, (_, before: string, ranges: string) => before + grownRanges(ranges, growth))
}

/** A table and its filter; undefined when they do not end at the old last row. */
export function grownTable(xml: string, growth: Growth): string | undefined {
  const grown = xml.replaceAll(
    /(<(?:[\w.-]+:)?(?:table|autoFilter)\s[^>]*?\bref=["'])([^"']*)/g,
    (_, before: string, range: string) => before + grownRange(range, growth),
  )
  return grown === xml ? undefined : grown
}

/** The filter of the sheet is written down in the workbook as well. */
export function grownFilterName(
  workbook: string,
  { sheet, growth }: { sheet: string; growth: Growth },
): string {
  const names = /(<(?:[\w.-]+:)?definedName\s[^>]*_xlnm\._FilterDatabase[^>]*>)([^<]*)/g
  return workbook.replaceAll(
    names,
    (_, before: string, reference: string) => before + grownReference(reference, { sheet, growth }),
  )
}

/** A chart whose ranges ended at the old last row; undefined when none did. Values that it kept of them are dropped. */
export function grownChart(
  xml: string,
  { sheet, growth }: { sheet: string; growth: Growth },
): string | undefined {
  const references =
    /(?<open><(?<prefix>[\w.-]+:)?f>)(?<reference>[^<]*)(?<close><\/\k<prefix>f>)(?:\s*<(?:[\w.-]+:)?(?<cache>numCache|strCache)>[\s\S]*?<\/(?:[\w.-]+:)?\k<cache>>)?/g
  let grown = ''
  let done = 0
  for (const match of xml.matchAll(references)) {
    const { open, reference, close } = match.groups!
    const longer = grownReference(reference!, { sheet, growth })
    if (longer === reference) continue
    grown += xml.slice(done, match.index) + open + longer + close
    done = match.index + match[0].length
  }
  return done === 0 ? undefined : grown + xml.slice(done)
}

function grownRanges(ranges: string, growth: Growth): string {
  return ranges
    .split(' ')
    .map((range) => grownRange(range, growth))
    .join(' ')
}

/** `'My sheet'!$A$2:$A$10`, if it means this sheet. */
function grownReference(reference: string, { sheet, growth }: { sheet: string; growth: Growth }): string {
  const text = decodeEntities(reference)
  const mark = text.lastIndexOf('!')
  const named = text.slice(0, mark)
  if (mark < 0 || (named !== sheet && named !== quotedSheet(sheet))) return reference
  const grown = text.slice(0, mark + 1) + grownRange(text.slice(mark + 1), growth)
  return grown === text ? reference : escapeXml(grown)
}
